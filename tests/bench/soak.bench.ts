/**
 * A school day in short: 60 devices (`--devices N`), of which ten (`--wanderers N`) come and go every minute and send
 * their details late, or fall asleep. Three tutors have a group and its wall open in tabs, an action goes to all devices
 * that stay every few seconds, and the platform restarts twice, in 30 minutes (`--minutes N`). Every minute it prints the
 * memory of everything. After a collection of garbage the tab, its live worker and the platform hold as much at the end as
 * when everything had warmed up. No action was missed or done twice, no part of a page failed, and no page logged an
 * error, except for requests that failed because the platform was stopped. The memory of compiled code is printed beside
 * that of the tab: the engine compiles more of it the longer a page runs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { collectPageErrors, type PageErrors } from '../support/browser/page-errors.ts';
import { followActions, newestActivity, press, selectAll } from '../support/console/class-actions.ts';
import { startWanderers } from '../support/devices/wanderers.ts';
import { freePort } from '../support/processes/free-port.ts';
import { signIn } from '../support/tutors/sign-in.ts';
import {
  type BenchClass,
  type BenchPlatform,
  buildBenchConsole,
  freeSeats,
  launchBenchBrowser,
  median,
  startBenchClass,
  startBenchPlatform,
} from './classroom/bench-classroom.ts';
import { createMemoryMeter } from './meters/browser-memory.ts';
import { collectGarbage, inspectorAt } from './meters/collect-garbage.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { readPlatformCost } from './meters/platform-cost.ts';

/** The first acts; all of them look. */
const TUTORS = ['maintainer@demo.example', 'admin@demo.example', 'teacher@demo.example'];
/** Everybody is in it. The teacher comes to a group of their own. */
const ALL_DEVICES = 'g-886';
const ACTION_EVERY_MS = 5_000;
const DONE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const SAMPLE_EVERY_MS = 60_000;
const WARM_MINUTES = 10;
/** What the first and the last figure are the median of. */
const SAMPLES = 5;
const RESTARTS = 2;
const MEBIBYTE = 1024 * 1024;
/** Requests of a page while the platform is stopped. */
const AWAY = /ERR_|WebSocket|Failed to load resource|request failed|response 50[234]/;

type Sample = { minute: number; heap: number; renderers: number; platform: number };
/** How much of the heap is code, in MiB. */
type Code = { warm: number; end: number };
type Counts = { actions: number; missed: number; twice: number };

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: {
      devices: { type: 'string', default: '60' },
      wanderers: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '30' },
    },
  });
  const devices = Number(values.devices);
  const wanderers = Number(values.wanderers);
  const minutes = Number(values.minutes);
  const staying = devices - wanderers;
  if (!(minutes > 0 && wanderers >= 0 && staying > 0))
    throw new Error('--minutes is a number above 0, and --devices is above --wanderers');

  await buildBenchConsole();
  const inspectorPort = await freePort();
  // There is no flag for it; this process is the bench's own.
  process.env.NODE_OPTIONS = inspectorAt(inspectorPort);
  const platform = await startBenchPlatform(context, devices);
  const started = await startBenchClass(context, platform, { students: staying, pictures: 'recorded' });
  const { groups, errors } = await openTutors(context, platform, staying);
  const [first] = groups;
  if (first === undefined) throw new Error('nobody is there');
  const seats = freeSeats(started).slice(0, wanderers);
  const wandering = startWanderers({ ...platform, platform }, { seats, groupId: ALL_DEVICES });
  context.atEnd(wandering.stop);
  const { sample, code } = await meters(first, { port: platform.port, inspectorPort });
  const warmMinutes = Math.min(WARM_MINUTES, minutes / 4);

  const counts: Counts = { actions: 0, missed: 0, twice: 0 };
  const actOnce = async () => {
    const missed = await act(first, started, counts);
    if (missed.length > 0) context.say(await whyMissed(first, missed));
  };
  const samples: Sample[] = [];
  const begin = performance.now();
  const passed = () => (performance.now() - begin) / 60_000;
  let restarts = 0;
  let warmCode: number | undefined;
  for (let next = 0; passed() < minutes || restarts < RESTARTS; ) {
    await actOnce();
    if (restarts < RESTARTS && passed() >= (minutes * (restarts + 1)) / (RESTARTS + 1)) {
      restarts += 1;
      context.say('restarting the platform …');
      const acting = actOnce();
      await platform.restart();
      await acting;
    }
    if (performance.now() - begin < next) continue;
    next += SAMPLE_EVERY_MS;
    if (passed() >= warmMinutes) warmCode ??= await code();
    const now = await sample(passed());
    samples.push(now);
    context.say(`${JSON.stringify(rounded(now))} ${JSON.stringify(counts)} ${wandering.visits()} visits`);
  }
  const warm = samples.filter(({ minute }) => minute >= warmMinutes);
  report(context, warm, { warm: warmCode ?? Number.NaN, end: await code() }, counts);
  await reportPages(context, errors, wandering.visits());
};

/** What one tutor has open. */
type OpenPages = { found: PageErrors; pages: () => readonly Page[] };

async function openTutors(
  context: BenchContext,
  { consoleUrl }: BenchPlatform,
  devices: number,
): Promise<{ groups: Page[]; errors: OpenPages[] }> {
  const groups: Page[] = [];
  const errors: OpenPages[] = [];
  for (const email of TUTORS) {
    // Each in a browser of their own: they share neither worker nor connection.
    const browser = await launchBenchBrowser(context);
    const visitor = await browser.newContext({ viewport: { width: 1_600, height: 1_000 } });
    await visitor.addInitScript(() => {
      // An empty window has no storage.
      if (location.origin !== 'null') localStorage.setItem('lectern.absentCards', 'false');
    });
    const found = collectPageErrors(visitor);
    found.allow(AWAY);
    errors.push({ found, pages: () => visitor.pages() });
    const page = await visitor.newPage();
    const isTeacher = email.startsWith('teacher');
    await signIn(page, { consoleUrl: isTeacher ? consoleUrl : `${consoleUrl}/group/${ALL_DEVICES}`, email });
    await page.waitForURL(/\/group\//);
    await page.waitForFunction(
      (all) => document.querySelectorAll('ul[aria-label="Devices"] > li:not([data-absent])').length >= all,
      isTeacher ? 1 : devices,
      { timeout: 120_000 },
    );
    const wall = await visitor.newPage();
    await wall.goto(`${page.url()}/grid`);
    groups.push(page);
  }
  const [first] = groups;
  if (first !== undefined) await selectAll(first);
  return { groups, errors };
}

/** Mutes all devices, or unmutes them, by turns; counts who did so twice, and gives back who did not. */
async function act(
  page: Page,
  { simulatedClass }: BenchClass,
  counts: Counts,
): Promise<readonly SimulatedDevice[]> {
  const name = counts.actions % 2 === 0 ? 'Mute' : 'Unmute';
  const { devices } = simulatedClass;
  counts.actions += 1;
  const log = followActions(devices);
  const done = () => log.whoDid(name === 'Mute' ? 'mute' : 'unmute');
  const from = performance.now();
  await press(page, name);
  while (new Set(done()).size < devices.length && performance.now() - from < DONE_WITHIN_MS)
    await pause(LOOK_EVERY_MS);
  // What is done twice is done again a little later.
  await pause(Math.max(LOOK_EVERY_MS, ACTION_EVERY_MS - (performance.now() - from)));
  log.stop();
  const all = done();
  const different = new Set(all);
  const missed = devices.filter(({ hostname }) => !different.has(hostname));
  counts.missed += missed.length;
  counts.twice += all.length - different.size;
  return missed;
}

/** What the page says of the selection and of the action, and how many of those that missed it are connected. */
async function whyMissed(page: Page, missed: readonly SimulatedDevice[]): Promise<string> {
  const online = missed.filter((device) => device.online()).length;
  const selected = await page.getByRole('status').filter({ hasText: 'selected' }).allTextContents();
  const activity = await newestActivity(page).textContent({ timeout: 5_000 }).catch(String);
  return `missed by ${missed.length}, ${online} of them online; ${selected.join()}; ${activity}`;
}

async function meters(
  page: Page,
  { port, inspectorPort }: { port: number; inspectorPort: number },
): Promise<{ sample: (minute: number) => Promise<Sample>; code: () => Promise<number> }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const meter = await createMemoryMeter(browser, await page.context().newCDPSession(page));
  const sample = async (minute: number) => {
    const { heap, processes = Number.NaN } = await meter.sample();
    await collectGarbage(inspectorPort);
    const { memoryBytes } = await readPlatformCost(port);
    return {
      minute,
      heap: heap / MEBIBYTE,
      renderers: processes / MEBIBYTE,
      platform: memoryBytes / MEBIBYTE,
    };
  };
  return { sample, code: async () => (await meter.code()) / MEBIBYTE };
}

const rounded = (sample: Sample) =>
  Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, Number(value.toFixed(1))]));

/** `warm`: the samples since everything had warmed up. */
function report(context: BenchContext, warm: readonly Sample[], code: Code, counts: Counts): void {
  const middle = (of: readonly Sample[], name: keyof Sample) => median(of.map((each) => each[name]));
  const [begin, end] = [warm.slice(0, SAMPLES), warm.slice(-SAMPLES)];
  for (const [name, measure] of [
    ['heap', 'tab-and-worker'],
    ['renderers', 'renderer-processes'],
    ['platform', 'platform'],
  ] as const)
    context.report({
      measure,
      ours: middle(end, name),
      baseline: middle(begin, name),
      unit: 'MiB',
      aim: { ratioAtMost: 1.05 },
    });
  context.report({ measure: 'code of tab-and-worker', ours: code.end, baseline: code.warm, unit: 'MiB' });
  context.report({
    measure: 'data of tab-and-worker',
    ours: middle(end, 'heap') - code.end,
    baseline: middle(begin, 'heap') - code.warm,
    unit: 'MiB',
    aim: { ratioAtMost: 1.05 },
  });
  context.report({ measure: 'actions', ours: counts.actions, unit: 'of all devices' });
  context.report({ measure: 'missed', ours: counts.missed, unit: 'by a device', aim: { atMost: 0 } });
  context.report({ measure: 'twice', ours: counts.twice, unit: 'by a device', aim: { atMost: 0 } });
}

/** Errors of the pages so far, and parts of them that stand there as failed. */
async function reportPages(context: BenchContext, all: readonly OpenPages[], visits: number): Promise<void> {
  const errors = all.flatMap(({ found }) => found.found());
  for (const line of errors) context.say(line);
  const pages = all.flatMap(({ pages }) => pages());
  const failed = await Promise.all(pages.map((page) => page.locator('[data-failed-part]').count()));
  const failedCount = failed.reduce((sum, count) => sum + count, 0);
  context.report({ measure: 'visits', ours: visits, unit: 'of devices that come and go' });
  context.report({ measure: 'pages', ours: pages.length, unit: 'groups and walls', aim: { atLeast: 3 } });
  context.report({ measure: 'failed parts', ours: failedCount, unit: 'of pages', aim: { atMost: 0 } });
  context.report({ measure: 'errors', ours: errors.length, unit: 'of pages', aim: { atMost: 0 } });
}
