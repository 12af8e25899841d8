/**
 * What more tutors cost the devices: 30 of them, watched by one tutor and by three, each in a browser of their own
 * with the whole class in view. Counted by the devices: payload bytes of everything that they upload in 20 s, which
 * are four pictures and two heartbeats each. Of each device the median of its windows counts: when a student opens or
 * closes something it says so whoever looks, and that differs from one window to the next by more than what is looked
 * for. The baseline is the one tutor of the same run; one and three take turns. What a tutor's coming costs (every new
 * one is answered at once) is over before the count begins.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { median, startBenchClassroom } from './bench-classroom.ts';
import { openGroup, openTutorContext } from './group-page.ts';
import type { Bench } from './measurement.ts';

const STUDENTS = 30;
const GROUP = '7A Mathematics';
const FIRST = 'teacher@demo.example';
const MORE = ['maintainer@demo.example', 'admin@demo.example'];
const ROUNDS = 3;
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
    for (const tutor of tutors.slice(visitors.length, who === 'one' ? 1 : tutors.length)) {
      const visitor = await openTutorContext(classroom.browser, { ...request, tutor });
      visitors.push(visitor);
      await openGroup(visitor, { ...request, tutor, address });
    }
    await pause(SETTLE_MS);
    const before = uploaded();
    await pause(WINDOW_MS);
    const each = uploaded().map((now, device) => now - (before[device] ?? 0));
    windows[who].push(each);
    context.say(`${who}: ${sum(each)} bytes`);
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    await measure('one');
    await measure('three');
    for (const visitor of visitors.splice(0)) await visitor.close();
    // The demands of those who left end with their last wills.
    await pause(SETTLE_MS);
  }

  const steady = (who: 'one' | 'three') =>
    sum(
      classroom.simulatedClass.devices.map((_, device) =>
        median(windows[who].map((each) => each[device] ?? 0)),
      ),
    );
  context.report({
    ...{ measure: 'upload-bytes', ours: steady('three'), baseline: steady('one'), unit: 'bytes in 20 s' },
    aim: { ratioAtMost: 1.05 },
  });
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
