/**
 * The events of a site with a million of them (`--rows N`), on the embedded database; on PostgreSQL where DATABASE_URL names
 * a server, in a schema of its own that goes afterwards.
 *
 * `page-1000`: the thousandth page of thirty as the console asks for it, against the first one, by turns in one run; of
 * all events, of one kind, and of what tutors did. Medians. `scroll`: the 95th percentile of the frames while the
 * list is scrolled through pages that come meanwhile, against the same page at rest.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { EVENT_PAGE_SIZE } from '#protocol/rest/event-log.ts';
import { ask } from '../support/tutors/platform-session.ts';
import { bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, percentile, startBenchClassroom } from './classroom/bench-classroom.ts';
import { fillEvents, openSchema } from './events/fill-events.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { createMeter } from './meters/page-meter.ts';
import { bundlePage } from './page-bundle.ts';

const EMAIL = 'maintainer@demo.example';
const PAGE = 1_000;
const ROUNDS = 60;
const WARM_UP = 10;
const SCROLL_ROUNDS = 4;
const SCROLL_MS = 4_000;
const SETTLE_MS = 3_000;
/** About two pages of rows a second: faster than anybody reads. */
const PX_A_FRAME = 40;

const LISTS = [
  { name: 'userlogs', path: '/userlogs', time: 'timeTriggered' },
  { name: 'userlogs of a kind', path: '/userlogs?kind=BlockWebsitesDefinition', time: 'timeTriggered' },
  { name: 'actions', path: '/actions', time: 'loggedTime' },
] as const;
type List = (typeof LISTS)[number];

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: { rows: { type: 'string', default: '1000000' } },
  });
  const rows = Number(values.rows);
  // The pages that are measured have to be there, of the smallest list as well.
  if (!(rows >= 4 * EVENT_PAGE_SIZE * (PAGE + 1))) throw new Error('--rows takes 120120 or more');
  const server = process.env.DATABASE_URL;
  const databaseUrl = server && (await openSchema(context, server));
  // The only way to tell the platform; this process is the bench's own.
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl;
  const classroom = await startBenchClassroom(context, 1, {
    pictures: 'recorded',
    prepare: (dataDir) => fillEvents(context, databaseUrl ? { databaseUrl } : { dataDir }, rows),
  });
  const read = await openReader(classroom);
  for (const list of LISTS) await measurePages(context, list, read);
  await measureScrolling(context, classroom);
};

type Row = { id: string; timeTriggered?: string; loggedTime?: string };
type Read = (path: string) => Promise<{ rows: Row[]; ms: number }>;

async function openReader(classroom: BenchClassroom): Promise<Read> {
  const { token } = await bareSession(classroom, EMAIL, 'bench-events');
  const headers = { authorization: `Bearer ${token}`, 'tenant-key': 'demo' };
  return async (path) => {
    const from = performance.now();
    const answer = await ask(`${classroom.consoleUrl}/v1${path}`, { headers });
    const ms = performance.now() - from;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return { rows: JSON.parse(answer.body) as Row[], ms };
  };
}

const after = (list: List, row: Row | undefined) =>
  `${list.path}${list.path.includes('?') ? '&' : '?'}limit=${EVENT_PAGE_SIZE}${
    row ? `&_lt_${list.time}=${row.timeTriggered ?? row.loggedTime}&_lt_id=${row.id}` : ''
  }`;

async function measurePages(context: BenchContext, list: List, read: Read): Promise<void> {
  const first = after(list, undefined);
  let deep = first;
  for (let page = 1; page < PAGE; page += 1) {
    const { rows } = await read(deep);
    if (rows.length < EVENT_PAGE_SIZE) throw new Error(`${list.name} has only ${page} pages`);
    deep = after(list, rows.at(-1));
  }
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const at = await read(deep);
    const top = await read(first);
    if (at.rows.length < EVENT_PAGE_SIZE) throw new Error(`${list.name}: page ${PAGE} is not full`);
    if (round < 0) continue;
    ours.push(at.ms);
    baseline.push(top.ms);
  }
  context.report({
    measure: list.name === 'userlogs' ? 'page-1000' : `page-1000 ${list.name}`,
    ours: median(ours),
    baseline: median(baseline),
    unit: 'ms',
    aim: { ratioAtMost: 1.5 },
  });
}

/** Down, evenly, for as long. Answers by how much. */
const scrollDown = (page: Page) =>
  page.evaluate(
    async ([ms, px]) => {
      const list = document.querySelector('main table')?.closest('section');
      if (!list) throw new Error('there is no list');
      const from = list.scrollTop;
      const end = performance.now() + ms;
      while (performance.now() < end) {
        list.scrollTop += px;
        await new Promise(requestAnimationFrame);
      }
      return list.scrollTop - from;
    },
    [SCROLL_MS, PX_A_FRAME] as const,
  );

async function measureScrolling(context: BenchContext, classroom: BenchClassroom): Promise<void> {
  const tutor = await classroom.signedIn(EMAIL);
  const tab = await classroom.browser.newContext({
    storageState: tutor.state,
    viewport: { width: 1_600, height: 1_000 },
  });
  await tab.addInitScript({ content: await bundlePage(new URL('./pages/event-page.ts', import.meta.url)) });
  const page = await tab.newPage();
  await page.goto(`${classroom.consoleUrl}/events/students`);
  await page.getByRole('rowheader').nth(20).waitFor();
  await pause(SETTLE_MS);
  const meter = await createMeter(page);
  const scrolled: number[] = [];
  const idle: number[] = [];
  await scrollDown(page);
  for (let round = 0; round < SCROLL_ROUNDS; round += 1) {
    await pause(SETTLE_MS);
    idle.push(...(await meter.frameTimes(() => pause(SCROLL_MS))));
    let way = 0;
    scrolled.push(
      ...(await meter.frameTimes(async () => {
        way = await scrollDown(page);
      })),
    );
    context.say(`scrolled ${way} px, p95 ${percentile(scrolled, 0.95).toFixed(1)} ms`);
    if (way < 1_000) throw new Error('the list did not go on');
  }
  await tab.close();
  context.report({
    measure: 'scroll',
    ours: percentile(scrolled, 0.95),
    baseline: percentile(idle, 0.95),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
}
