/**
 * An action on a whole class of 300: all of them selected, Lock and Unlock by turns.
 *
 * Ours: the group screen with its pictures coming. `button-p95-ms` runs from the click (for Lock, on its dialog's button)
 * to the row of the activity area that takes it in; `last-confirmation` to the words that everybody has confirmed.
 * Baseline: mqtt.js in a page publishes the same action with QoS 1 to the same group of the same devices as another
 * tutor (`baselines/bare-publisher.ts`), until the last of 300 answers is a message in the page.
 * Presses and publishes take turns; medians.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JSHandle, Page } from '@playwright/test';
import { serveBaselines } from './baseline-page.ts';
import type { PublisherPage } from './baselines/bare-publisher.ts';
import { bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, percentile, startBenchClassroom } from './classroom/bench-classroom.ts';
import { groupOf, openGroup, openTutorContext } from './group-page.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { within } from './meters/within.ts';
import type { OurPage } from './pages/our-page.ts';

const STUDENTS = 300;
const GROUP = 'All devices';
const ROUNDS = 12;
const WARM_UP = 2;
const SETTLE_MS = 8_000;
/** What becomes of the action on the devices has been reported and shown by then. */
const REST_MS = 2_500;
const LIMIT_MS = 30_000;

type Action = 'lock' | 'unlock';

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, STUDENTS, { pictures: 'recorded' });
  const { page, press } = await openConsole(classroom);
  const publish = await openBaseline(context, classroom, groupOf(page.url()));
  await pause(SETTLE_MS);
  const buttons: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const action = round % 2 === 0 ? 'lock' : 'unlock';
    const { answeredMs, confirmedMs } = await press(action);
    await pause(REST_MS);
    // The same action once more: the devices do it again and say so again.
    const bareMs = await publish(action);
    await pause(REST_MS);
    if (round < 0) continue;
    buttons.push(answeredMs);
    ours.push(confirmedMs);
    bare.push(bareMs);
  }
  context.say(`ours ${told(ours)}; bare ${told(bare)}; button ${told(buttons)}`);
  context.report({
    measure: 'last-confirmation',
    ours: median(ours),
    baseline: median(bare),
    unit: 'ms',
    aim: { ratioAtMost: 1.5 },
  });
  context.report({
    measure: 'button-p95-ms',
    ours: percentile(buttons, 0.95),
    unit: 'ms',
    aim: { atMost: 100 },
  });
};

const told = (values: readonly number[]) => values.map(Math.round).join(' ');

async function openConsole(classroom: BenchClassroom) {
  const tutor = await classroom.signedIn('maintainer@demo.example');
  const viewport = { width: 1_920, height: 1_080 };
  const request = { tutor, group: GROUP, cards: STUDENTS, viewport };
  const page = await openGroup(await openTutorContext(classroom.browser, request), request);
  await page.getByRole('button', { name: 'Select devices' }).click();
  await page.getByRole('menuitem', { name: 'Select All', exact: true }).click();
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternBench: OurPage }).lecternBench,
  );
  return { page, press: (action: Action) => pressOnce(page, probe, action) };
}

async function pressOnce(page: Page, probe: JSHandle<OurPage>, action: Action) {
  const name = action === 'lock' ? 'Lock' : 'Unlock';
  const inBar = page
    .getByRole('toolbar')
    .getByRole('button', { name, exact: true })
    .and(page.locator(':not([aria-disabled="true"])'));
  await inBar.waitFor();
  if (action === 'lock') await inBar.click();
  const button =
    action === 'lock' ? page.getByRole('dialog').getByRole('button', { name, exact: true }) : inBar;
  await button.waitFor();
  const timed = probe.evaluate((p, text) => p.timeAction(text), name);
  await button.click();
  const times = await within(LIMIT_MS, `the confirmation of ${name}`, timed);
  return {
    answeredMs: times.answeredAt - times.clickedAt,
    confirmedMs: times.confirmedAt - times.clickedAt,
  };
}

async function openBaseline(context: BenchContext, classroom: BenchClassroom, groupId: string) {
  const baselines = await serveBaselines(context, classroom.browser, {
    publisher: new URL('./baselines/bare-publisher.ts', import.meta.url),
  });
  const page = await baselines.open('publisher');
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternBench: PublisherPage }).lecternBench,
  );
  await probe.evaluate(
    (p, asked) => p.connect(asked),
    await bareSession(classroom, 'admin@demo.example', 'bench-group'),
  );
  return (action: string) =>
    within(
      LIMIT_MS,
      'the answers to the bare client',
      probe.evaluate((p, [to, asked]) => p.act(to, asked), [
        { to: 'group', groupId },
        { action, answers: STUDENTS },
      ] as const),
    );
}
