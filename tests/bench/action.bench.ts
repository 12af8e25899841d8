/**
 * From a press of a button to its effect on the device, and until the tab says that the device has confirmed it.
 *
 * Ours: Mute and Unmute by turns on one selected device of 30, in a group screen with all of its pictures coming.
 * `p95-ms` runs from the browser's click event to the row of the activity area that says so; `effect-p95-ms` to the
 * moment in which the simulated device is muted (the same machine, one clock).
 * Baseline: mqtt.js in a page publishes the same action with QoS 1 to a device of the same broker that is nothing but
 * an echo (`baselines/bare-publisher.ts`, `baselines/bare-echo.ts`), until its answer is a message in the page.
 * Blocks of presses and of echoes take turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JSHandle, Page } from '@playwright/test';
import type { Target } from '#protocol/topics.ts';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { serveBaselines } from './baseline-page.ts';
import { startEcho } from './baselines/bare-echo.ts';
import type { PublisherPage } from './baselines/bare-publisher.ts';
import { connectDevice } from './classroom/bare-device.ts';
import { bareSession } from './classroom/bare-tutor.ts';
import { type BenchClassroom, percentile, startBenchClassroom } from './classroom/bench-classroom.ts';
import { openGroup, openTutorContext } from './group-page.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { within } from './meters/within.ts';
import type { OurPage } from './pages/our-page.ts';

const STUDENTS = 30;
const TUTOR = 'teacher@demo.example';
const BLOCKS = 4;
const PRESSES = 30;
const WARM_UP = 6;
const SETTLE_MS = 5_000;
const LIMIT_MS = 10_000;
/** A person does not press in step with the pictures; the pauses are spread by the golden ratio. */
const restMs = (press: number) => 150 + 250 * ((press * 0.618_034) % 1);

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, STUDENTS);
  const press = await openConsole(classroom);
  const echo = await openBaseline(context, classroom);
  await pause(SETTLE_MS);
  // The first ones also load and compile what the others find ready; on both sides.
  for (let i = 0; i < WARM_UP; i += 1) {
    await press();
    await echo();
    await pause(restMs(i));
  }
  const confirmed: number[] = [];
  const effects: number[] = [];
  const echoes: number[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    for (let i = 0; i < PRESSES; i += 1) {
      const { confirmedMs, effectMs } = await press();
      confirmed.push(confirmedMs);
      effects.push(effectMs);
      await pause(restMs(i));
    }
    for (let i = 0; i < PRESSES; i += 1) {
      echoes.push(await echo());
      await pause(restMs(i));
    }
    context.say(
      `after ${confirmed.length}: confirmed ${spread(confirmed)}, effect ${spread(effects)}, echo ${spread(echoes)}`,
    );
  }
  context.report({
    measure: 'p95-ms',
    ours: percentile(confirmed, 0.95),
    baseline: percentile(echoes, 0.95),
    unit: 'ms',
    aim: { baselinePlus: 30 },
  });
  context.report({
    measure: 'p50-ms',
    ours: percentile(confirmed, 0.5),
    baseline: percentile(echoes, 0.5),
    unit: 'ms',
  });
  context.report({ measure: 'effect-p95-ms', ours: percentile(effects, 0.95), unit: 'ms' });
};

const spread = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(1)} p95 ${percentile(values, 0.95).toFixed(1)} ms`;

/** Answers one press of the button that has something to do, with the times of its confirmation and its effect. */
async function openConsole(classroom: BenchClassroom) {
  const tutor = await classroom.signedIn(TUTOR);
  const request = {
    tutor,
    group: '7A Mathematics',
    cards: STUDENTS,
    viewport: { width: 1_600, height: 1_000 },
  };
  const visitor = await openTutorContext(classroom.browser, request);
  const page = await openGroup(visitor, { ...request, address: tutor.address });
  const device = classroom.simulatedClass.devices.find((each) => !each.muted() && !each.locked());
  if (!device) throw new Error('every device is muted or locked');
  await page.getByRole('checkbox', { name: device.hostname }).check();
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternBench: OurPage }).lecternBench,
  );
  return () => pressOnce(page, probe, device);
}

async function pressOnce(page: Page, probe: JSHandle<OurPage>, device: SimulatedDevice) {
  const [name, wanted] = device.muted() ? ['Unmute', 'unmute'] : ['Mute', 'mute'];
  const button = page
    .getByRole('button', { name, exact: true })
    .and(page.locator(':not([aria-disabled="true"])'));
  await button.waitFor();
  const effect = new Promise<number>((resolve) => {
    const stop = device.onActionDone(({ action, at }) => {
      if (action !== wanted) return;
      stop();
      resolve(at);
    });
  });
  const timed = probe.evaluate((p, text) => p.timeAction(text), name);
  await button.click();
  const effectAt = await within(LIMIT_MS, `the effect of ${name}`, effect);
  const { clickedAt, confirmedAt } = await within(LIMIT_MS, `the confirmation of ${name}`, timed);
  return { confirmedMs: confirmedAt - clickedAt, effectMs: effectAt - clickedAt };
}

async function openBaseline(context: BenchContext, classroom: BenchClassroom) {
  const { port, classFile, browser } = classroom;
  // A seat behind those who are simulated.
  const device = await connectDevice(port, classFile, classFile.devices.at(-1));
  context.atEnd(() => device.client.endAsync());
  await startEcho(device);
  const baselines = await serveBaselines(context, browser, {
    publisher: new URL('./baselines/bare-publisher.ts', import.meta.url),
  });
  const page = await baselines.open('publisher');
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternBench: PublisherPage }).lecternBench,
  );
  const session = await bareSession(classroom, 'maintainer@demo.example', 'bench-echo');
  await probe.evaluate((p, asked) => p.connect(asked), session);
  const { clientId, userId, authType } = device.tokens;
  const target: Target = { to: 'client', clientId, userId, authType };
  return () =>
    within(
      LIMIT_MS,
      'the echo',
      probe.evaluate((p, to) => p.act(to), target),
    );
}
