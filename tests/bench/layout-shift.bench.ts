/**
 * How much moves by itself while the screen of a group comes up: the sum of the browser's layout shifts, as in its
 * “cumulative layout shift”, until nothing new has come for two seconds. With 30 devices and with 300, in a browser that
 * has seen nothing yet and after a reload. There is no baseline: a page on which nothing moves has 0, up to 0.1 is good.
 * The worst of all rounds.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { startBenchClassroom } from './classroom/bench-classroom.ts';
import { CARDS } from './group-page.ts';
import type { Bench } from './meters/measurement.ts';

const ROUNDS = 3;
const CLASS = 30;
const LARGE = 300;
const LIMIT_MS = 120_000;
const QUIET_MS = 2_000;
const GOOD = 0.1;

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Watched = { layoutShift?: number; cardsChangedAt?: number };

/** Runs in each page before anything else. */
function watchShifts(): void {
  const page = globalThis as Watched;
  page.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) page.layoutShift = (page.layoutShift ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true });
  let count = 0;
  new MutationObserver(() => {
    const now = document.querySelectorAll('ul[aria-label="Devices"] > li').length;
    if (now !== count) page.cardsChangedAt = performance.now();
    count = now;
  }).observe(document, { childList: true, subtree: true });
}

/** Once so many cards are there and no other has come for a while. */
async function shiftWith(page: Page, cards: number): Promise<number> {
  await page.waitForFunction(
    ({ selector, least, quietMs }) =>
      document.querySelectorAll(selector).length >= least &&
      performance.now() - ((globalThis as Watched).cardsChangedAt ?? Number.POSITIVE_INFINITY) > quietMs,
    { selector: CARDS, least: cards, quietMs: QUIET_MS },
    { timeout: LIMIT_MS, polling: 100 },
  );
  return page.evaluate(() => (globalThis as Watched).layoutShift ?? Number.NaN);
}

/** The path of a group, by the way of a person. */
async function addressOf(visitor: BrowserContext, consoleUrl: string, title: string): Promise<string> {
  const page = await visitor.newPage();
  await page.goto(consoleUrl);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.keyboard.press('Control+g');
  await page.getByPlaceholder('Search groups...').fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: title }).waitFor();
  const address = page.url();
  await page.close();
  return address;
}

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, LARGE, { pictures: 'recorded' });
  const { state } = await classroom.signedIn('maintainer@demo.example');
  const open = () =>
    classroom.browser.newContext({ storageState: state, viewport: { width: 1_920, height: 1_080 } });
  const first = await open();
  const groups = [
    { title: '7A Mathematics', cards: CLASS },
    { title: 'All devices', cards: LARGE },
  ];
  for (const { title, cards } of groups) {
    const address = await addressOf(first, classroom.consoleUrl, title);
    let [atFirst, again] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const visitor = await open();
      await visitor.addInitScript(watchShifts);
      const page = await visitor.newPage();
      await page.goto(address);
      atFirst = Math.max(atFirst, await shiftWith(page, cards));
      await page.reload();
      again = Math.max(again, await shiftWith(page, cards));
      await visitor.close();
    }
    const report = (visit: string, ours: number) =>
      context.report({ measure: `${cards} devices, ${visit}`, ours, unit: 'shift', aim: { atMost: GOOD } });
    report('first visit', atFirst);
    report('reload', again);
  }
};
