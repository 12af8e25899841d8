/**
 * What more tutors cost the devices: 30 of them, watched by one tutor and by three, each in a browser of their own
 * with the whole class in view. Counted by the devices: payload bytes of everything that they upload in 20 s, which
 * are four pictures and two heartbeats each. Of each device the median of its windows counts: when a student opens or
 * closes something it says so whoever looks, and that differs from one window to the next by more than what is looked
 * for. The baseline is the one tutor of the same run. What a tutor's coming costs (every new one is answered at once)
 * is over before the count begins.
 *
 * The answer must not depend on what else the machine does: the windows go one, three, three, one, so that what
 * changes with time meets both alike, and a window that a busy machine has stretched counts by what it had in 20 s.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { median, startBenchClassroom } from './classroom/bench-classroom.ts';
import { openGroup, openTutorContext } from './group-page.ts';
import type { Bench } from './meters/measurement.ts';

const STUDENTS = 30;
const GROUP = '7A Mathematics';
const FIRST = 'teacher@demo.example';
const MORE = ['maintainer@demo.example', 'admin@demo.example'];
const ROUNDS = 4;
const SETTLE_MS = 6_500;
/** A multiple of the five seconds between two pictures of a device. */
const WINDOW_MS = 20_000;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, STUDENTS, { pictures: 'recorded' });
  const request = { group: GROUP, cards: STUDENTS, viewport: { width: 1_600, height: 1_200 } };
  const tutors = await Promise.all([FIRST, ...MORE].map((email) => classroom.signedIn(email)));
  const address = tutors[0]?.address ?? '';
  const uploaded = () => classroom.simulatedClass.devices.map((device) => device.uploadedBytes());
  /** By window, then by device. */
  const windows: Record<'one' | 'three', number[][]> = { one: [], three: [] };
  const visitors: BrowserContext[] = [];

  async function measure(who: 'one' | 'three') {
    const wanted = who === 'one' ? 1 : tutors.length;
    for (const visitor of visitors.splice(wanted)) await visitor.close();
    for (const tutor of tutors.slice(visitors.length, wanted)) {
      const visitor = await openTutorContext(classroom.browser, { ...request, tutor });
      visitors.push(visitor);
      await openGroup(visitor, { ...request, tutor, address });
    }
    // The demands of those who have left end with their last wills.
    await pause(SETTLE_MS);
    const before = uploaded();
    const from = performance.now();
    await pause(WINDOW_MS);
    const share = WINDOW_MS / (performance.now() - from);
    const each = uploaded().map((now, device) => (now - (before[device] ?? 0)) * share);
    windows[who].push(each);
    context.say(`${who}: ${Math.round(sum(each))} bytes`);
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const order = ['one', 'three'] as const;
    for (const who of round % 2 === 0 ? order : order.toReversed()) await measure(who);
  }

  const steady = (who: 'one' | 'three') =>
    sum(
      classroom.simulatedClass.devices.map((_, device) =>
        median(windows[who].map((each) => each[device] ?? 0)),
      ),
    );
  context.report({
    measure: 'upload-bytes',
    ours: steady('three'),
    baseline: steady('one'),
    unit: 'bytes in 20 s',
    aim: { ratioAtMost: 1.05 },
  });
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
