/**
 * The first visit over a slow line: 1.6 Mbit/s, 150 ms there and back, and an empty cache.
 *
 * `sign-in`: from the address of the console to the button of the login page. `shell`, `card` and `picture`: to the
 * navigation, the first card and the first live picture of who is signed in. The baseline is the line itself: what the
 * bytes before take on it, and the ways there and back that nothing can save: the connection, the page, the scripts that
 * the page names, and those that they name; the login page has two pages of two hosts. `kept`: when the first visit begins
 * to fetch all that the service worker keeps, against the first picture, which it must not hold up. Medians. The browser
 * slows down the page alone: what its live worker loads comes as fast as this machine.
 */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import {
  type FrameProbe,
  installFrameProbe,
  median,
  startBenchClassroom,
} from './classroom/bench-classroom.ts';
import type { Bench } from './meters/measurement.ts';

const ROUNDS = 5;
const BYTES_PER_SECOND = 1_600_000 / 8;
const ROUND_TRIP_MS = 150;
/** The connection, the page, its scripts, and theirs. */
const TRIPS = 4;
const PROBE = () => (globalThis as unknown as { lecternProbe: FrameProbe }).lecternProbe;

async function openSlowPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const visitor = await browser.newContext(options);
  await visitor.addInitScript(installFrameProbe);
  const page = await visitor.newPage();
  const session = await visitor.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  return page;
}

/** How many bytes came for what was asked for before `untilMs` of the page. */
const bytesBefore = (page: Page, untilMs: number) =>
  page.evaluate((until) => {
    const all = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return all
      .filter(({ responseEnd }) => responseEnd <= until)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  }, untilMs);

const lineMs = (bytes: number, trips: number) => (bytes / BYTES_PER_SECOND) * 1_000 + trips * ROUND_TRIP_MS;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, 20, { pictures: 'recorded' });
  const { state, address } = await classroom.signedIn('teacher@demo.example');
  const all = {
    signIn: [],
    signInLine: [],
    shell: [],
    shellLine: [],
    card: [],
    picture: [],
    kept: [],
  } as Record<'signIn' | 'signInLine' | 'shell' | 'shellLine' | 'card' | 'picture' | 'kept', number[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    const visitor = await openSlowPage(classroom.browser, {});
    const from = Date.now();
    await visitor.goto(classroom.consoleUrl);
    await visitor.getByRole('button', { name: 'Sign in with Google' }).waitFor();
    all.signIn.push(Date.now() - from);
    all.signInLine.push(lineMs(await bytesBefore(visitor, Number.POSITIVE_INFINITY), 2 * TRIPS));
    await visitor.context().close();

    const page = await openSlowPage(classroom.browser, { storageState: state });
    const began = Date.now();
    const kept = page.context().waitForEvent('serviceworker', { timeout: 120_000 });
    const keptMs = kept.then(() => Date.now() - began);
    await page.goto(address);
    await page.locator('ul[aria-label="Devices"] > li').first().waitFor();
    all.card.push(Date.now() - began);
    await page.waitForFunction(
      () => ((globalThis as unknown as { lecternProbe: FrameProbe }).lecternProbe.firstFrameMs ?? -1) > 0,
    );
    const { shellMs = Number.NaN, firstFrameMs = Number.NaN } = await page.evaluate(PROBE);
    all.shell.push(shellMs);
    all.shellLine.push(lineMs(await bytesBefore(page, shellMs), TRIPS));
    all.picture.push(firstFrameMs);
    all.kept.push(await keptMs);
    context.say(`round ${round + 1}: shell ${Math.round(shellMs)}, picture ${Math.round(firstFrameMs)} ms`);
    await page.context().close();
  }
  const report = (measure: string, ours: number[], baseline?: number[], ratioAtMost?: number) =>
    context.report({
      measure,
      ours: median(ours),
      unit: 'ms',
      ...(baseline && { baseline: median(baseline) }),
      ...(ratioAtMost !== undefined && { aim: { ratioAtMost } }),
    });
  report('sign-in', all.signIn, all.signInLine, 1.75);
  report('shell', all.shell, all.shellLine, 1.75);
  report('card', all.card);
  report('picture', all.picture);
  context.report({
    measure: 'kept',
    ours: median(all.kept),
    baseline: median(all.picture),
    unit: 'ms',
    aim: { ratioAtLeast: 1 },
  });
};
