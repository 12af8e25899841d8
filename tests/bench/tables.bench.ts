/**
 * The lists of a school with 10,000 users and devices, as a group maintainer opens them.
 *
 * `first-row`: from the press of the link to the first painted row, against the fetch of the first page alone.
 * `all-rows`: to the whole list, against the bare fetch and parse of all pages. `filter`: from a keystroke to the painted
 * result, against the frame of the same page while nothing happens. `scroll`: the 95th percentile of the frames while the
 * page is scrolled, against the same while it is not. Every round loads the page anew, so that nothing has been read
 * before; ours and the baseline take turns. Medians.
 */
import { parseArgs } from 'node:util';
import type { JSHandle, Page } from '@playwright/test';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';
import { bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, percentile, startBenchClassroom } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { within } from './meters/within.ts';
import { bundlePage } from './page-bundle.ts';
import type { BareTimes, ListProbe } from './pages/list-page.ts';

const ROWS = 10_000;
/** Some of a school's people and devices are of other sites. */
const SCHOOL = 10_700;
const STUDENTS = 4;
const ROUNDS = 5;
const LIMIT_MS = 120_000;
const FRAMES_MS = 2_000;
/** A page rests when nothing was answered and no long task ran for so long. */
const QUIET_MS = 2_500;
const EMAIL = 'maintainer@demo.example';

const LISTS = [
  { name: 'users', link: '/users' },
  { name: 'devices', link: '/clients' },
] as const;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, STUDENTS, { school: SCHOOL, pictures: 'recorded' });
  const { token } = await bareSession(classroom, EMAIL, 'bench-tables');
  const page = await openConsole(classroom);
  const rounds = roundsOf(context.args);
  for (const { name, link } of LISTS)
    await measureList(context, { page, classroom, token, name, link, rounds });
};

type Measured = {
  page: Page;
  classroom: BenchClassroom;
  token: string;
  name: string;
  link: string;
  rounds: number;
};

function roundsOf(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: String(ROUNDS) } },
  });
  const rounds = Number(values.rounds);
  if (!(rounds > 0)) throw new Error('--rounds takes a number');
  return rounds;
}

async function openConsole(classroom: BenchClassroom): Promise<Page> {
  const tutor = await classroom.signedIn(EMAIL);
  const tab = await classroom.browser.newContext({
    storageState: tutor.state,
    // Ten rows do not fit: the page scrolls.
    viewport: { width: 1_280, height: 480 },
  });
  await tab.addInitScript({ content: await bundlePage(new URL('./pages/list-page.ts', import.meta.url)) });
  return tab.newPage();
}

const probeOf = (page: Page): Promise<JSHandle<ListProbe>> =>
  page.evaluateHandle(() => (globalThis as unknown as { lecternBench: ListProbe }).lecternBench);

/** Another page of the console, where nothing of the lists has been read, once it rests. */
async function startAnew({ page, classroom, link }: Measured): Promise<JSHandle<ListProbe>> {
  await page.goto(`${classroom.consoleUrl}/feedback`);
  await page.locator(`nav a[href="${link}"]`).waitFor();
  const probe = await probeOf(page);
  await within(
    LIMIT_MS,
    'the rest of the console',
    probe.evaluate((p, ms) => p.rested(ms), QUIET_MS),
  );
  return probe;
}

async function measureList(context: BenchContext, measured: Measured): Promise<void> {
  const { name, rounds } = measured;
  const first: number[] = [];
  const whole: number[] = [];
  const bareFirst: number[] = [];
  const bareWhole: number[] = [];
  const tasks: number[] = [];
  let names: readonly string[] = [];
  // The first round only fills the browser's cache with code.
  for (let round = -1; round < rounds; round += 1) {
    const bare = await fetchAll(measured);
    names = bare.names;
    if (bare.rows < ROWS) throw new Error(`only ${bare.rows} ${name} are there`);
    const probe = await startAnew(measured);
    await probe.evaluate((p) => p.longestTaskMs());
    const times = await within(
      LIMIT_MS,
      `the list of ${name}`,
      probe.evaluate((p, to) => p.open(to), measured.link),
    );
    const longest = await probe.evaluate((p) => p.longestTaskMs());
    if (round < 0) continue;
    first.push(times.firstRowMs);
    whole.push(times.allRowsMs);
    bareFirst.push(bare.firstPageMs);
    bareWhole.push(bare.allPagesMs);
    tasks.push(longest);
  }
  context.say(`${name}: first ${told(first)} / ${told(bareFirst)}, all ${told(whole)} / ${told(bareWhole)}`);
  context.report({
    measure: `first-row ${name}`,
    ours: median(first),
    baseline: median(bareFirst),
    unit: 'ms',
    aim: { ratioAtMost: 2 },
  });
  context.report({
    measure: `all-rows ${name}`,
    ours: median(whole),
    baseline: median(bareWhole),
    unit: 'ms',
    aim: { ratioAtMost: 1.3 },
  });
  context.report({ measure: `longest task while ${name} come`, ours: median(tasks), unit: 'ms' });
  await measureUse(context, measured, searchesOf(names));
}

/** The ends of some names, each with other rows on its first page than the one before. */
const searchesOf = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim().slice(-3).toLowerCase()))]
    .filter((text) => text.length === 3)
    .slice(0, 15);

/** Of the list that is there. */
async function measureUse(
  context: BenchContext,
  { page, name }: Measured,
  searches: readonly string[],
): Promise<void> {
  const probe = await probeOf(page);
  const frames = (isScrolling: boolean) =>
    probe.evaluate((p, [on, ms]) => p.frames(on, ms), [isScrolling, FRAMES_MS] as const);
  await frames(false);
  const idle = await frames(false);
  const scrolled = await frames(true);
  const filters: number[] = [];
  for (const text of searches) {
    filters.push(
      await within(
        LIMIT_MS,
        'the result of a search',
        probe.evaluate((p, t) => p.filter(t), text),
      ),
    );
  }
  context.say(`${name}: filter ${told(filters)}, frame ${told([median(idle)])}`);
  context.report({
    measure: `filter ${name}`,
    ours: median(filters),
    baseline: median(idle),
    unit: 'ms',
    aim: { ratioAtMost: 3 },
  });
  context.report({
    measure: `scroll ${name}`,
    ours: percentile(scrolled, 0.95),
    baseline: percentile(idle, 0.95),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
}

/** In the console while it rests: the Help pages of the same origin may fetch nothing. */
async function fetchAll(measured: Measured): Promise<BareTimes> {
  const { page, token, name } = measured;
  await startAnew(measured);
  return page.evaluate(
    async ([path, limit, bearer]): Promise<BareTimes> => {
      const headers = { authorization: `Bearer ${bearer}`, 'tenant-key': 'demo' };
      const from = performance.now();
      let firstPageMs = 0;
      let rows = 0;
      const names: string[] = [];
      for (let after = ''; ; ) {
        const answer = await fetch(`/v1/${path}?limit=${limit}&_sort=id&_order=desc${after}`, { headers });
        const found = JSON.parse(await answer.text()) as { id: string; name?: string; hostname?: string }[];
        firstPageMs ||= performance.now() - from;
        rows += found.length;
        names.push(...found.slice(0, 2).map(({ name, hostname }) => name ?? hostname ?? ''));
        if (found.length < limit) return { firstPageMs, allPagesMs: performance.now() - from, rows, names };
        after = `&_lt_id=${found.at(-1)?.id}`;
      }
    },
    [name, MAX_LIMIT, token] as const,
  );
}

const told = (values: readonly number[]) => values.map(Math.round).join(' ');
