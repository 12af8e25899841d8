/**
 * What more tabs of one browser cost the network: 1, 2 and 5 tabs of one tutor show the same group of 30 devices.
 * Counted before the broker (`broker-front.ts`), in the steady state: connections of the browser, and bytes from
 * broker to browser in 20 s, which are four pictures of each device, each at its own moment. Tabs and programs that
 * students open or close in just these seconds come on top, once, however many look: as many bytes as the devices
 * say that they sent of them are taken off. The baseline is the one tab of the same run; one and five tabs take
 * turns, medians count.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { median, startBenchClassroom } from './classroom/bench-classroom.ts';
import { createBrokerFront } from './classroom/broker-front.ts';
import { openGroup, openTutorContext } from './group-page.ts';
import type { Bench } from './meters/measurement.ts';

const STUDENTS = 30;
/** In this order; each round begins with a fresh browser. */
const ROUNDS = [
  [1, 2, 5],
  [1, 5],
  [1, 5],
];
/** A new tab is a new holder of the demands: what that sets off is over by then. */
const SETTLE_MS = 5_000;
/** A multiple of the five seconds between two pictures of a device. */
const WINDOW_MS = 20_000;

export const bench: Bench = async (context) => {
  const front = await createBrokerFront(context);
  const classroom = await startBenchClassroom(context, STUDENTS, {
    pictures: 'recorded',
    mqttUrl: front.mqttUrl,
  });
  front.setTarget(classroom.port);
  const tutor = await classroom.signedIn('teacher@demo.example');
  const request = {
    tutor,
    group: '7A Mathematics',
    address: tutor.address,
    cards: STUDENTS,
    viewport: { width: 1_600, height: 1_200 },
  };
  const bytes = new Map<number, number[]>(ROUNDS.flat().map((tabs) => [tabs, []]));
  let most = 0;

  /** Records that are sent when something changes. */
  const onChange = () =>
    classroom.simulatedClass.devices.reduce(
      (sum, { counters: { published } }) =>
        sum + (published.tabs?.bytes ?? 0) + (published.applications?.bytes ?? 0),
      0,
    );

  async function measure(visitor: BrowserContext, tabs: number) {
    while (visitor.pages().length < tabs) await openGroup(visitor, request);
    await pause(SETTLE_MS);
    const before = front.bytesOut() - onChange();
    await pause(WINDOW_MS);
    bytes.get(tabs)?.push(front.bytesOut() - onChange() - before);
    most = Math.max(most, front.connections());
    context.say(`${tabs} tabs: ${bytes.get(tabs)?.at(-1)} bytes, ${front.connections()} connections`);
  }

  for (const round of ROUNDS) {
    const visitor = await openTutorContext(classroom.browser, request);
    for (const tabs of round) await measure(visitor, tabs);
    await visitor.close();
  }

  const alone = median(bytes.get(1) ?? []);
  const inAll = median(bytes.get(5) ?? []);
  context.report({ measure: 'connections', ours: most, baseline: 1, unit: '', aim: { atMost: 1 } });
  context.report({
    measure: 'bytes',
    ours: inAll,
    baseline: alone,
    unit: 'bytes in 20 s',
    aim: { ratioAtMost: 1.05 },
  });
  context.report({
    measure: 'bytes-2-tabs',
    ours: median(bytes.get(2) ?? []),
    baseline: alone,
    unit: 'bytes in 20 s',
    aim: { ratioAtMost: 1.05 },
  });
};
