/** A tutor, a few simulated students and one at the student page, between whom files go. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { type OpenThings, openThings } from '../browser/peer-probe.ts';
import { pressAction } from '../console/class-actions.ts';
import { type ProbeWaits, probe } from '../console/file-exchange.ts';
import { cards } from '../console/wall.ts';
import { expectConnected, withStudents } from '../devices/join-student-page.ts';
import { signIn } from '../tutors/sign-in.ts';
import { test as base, expect } from './classroom.ts';
import type { RunningClassroom } from './running-classroom.ts';

export const PAGE_STUDENT = 'Zoë Brontë';

/** The group of everybody, with `count` cards. */
export async function openEverybody(page: Page, classroom: RunningClassroom, count: number): Promise<void> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /All devices$/ })
    .click();
  await expect(cards(page)).toHaveCount(count, { timeout: 20_000 });
}

export type PageExchange = {
  classroom: RunningClassroom;
  student: Page;
  /** What was open in the page of the tutor, and in that of the student, before anything went between them. */
  before: OpenThings;
  studentBefore: OpenThings;
};

type FileFixtures = {
  /** Opens the student page with the site's link, in a browser of its own, and joins under `PAGE_STUDENT`. */
  joinPage: (classroom: RunningClassroom) => Promise<Page>;
  /**
   * File Exchange with that student selected, and one simulated student beside. What is kept for a while is so briefly,
   * unless `waits` says otherwise.
   */
  openWithPageStudent: (action: 'Send Files' | 'Collect Files', waits?: ProbeWaits) => Promise<PageExchange>;
};

export const test = base.extend<FileFixtures>({
  joinPage: async ({ browser, ownClassroom }, use) => {
    // It ends after the students: they leave a platform that is there.
    void ownClassroom;
    await withStudents(
      browser,
      (context) => probe(context, { hasShortWaits: true }),
      (joinAs) => use((classroom) => joinAs(classroom, PAGE_STUDENT)),
    );
  },
  openWithPageStudent: ({ page, context, joinPage, ownClassroom }, use) =>
    use(async (action, waits = { hasShortWaits: true }) => {
      const classroom = await ownClassroom({ students: 1 });
      await probe(context, waits);
      const student = await joinPage(classroom);
      await openEverybody(page, classroom, 2);
      const [before, studentBefore] = [await openThings(page), await openThings(student)];
      await selectPageStudent(page);
      await pressAction(page, action);
      return { classroom, student, before, studentBefore };
    }),
});

export { expect, expectConnected };

/** Selects the student at the page. */
export const selectPageStudent = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: `Select ${PAGE_STUDENT}` }).check();

const isWindows = ({ hostname }: SimulatedDevice): boolean => hostname.startsWith('RS-');

/** The simulated devices of a class, and one of them with Windows. */
export function devicesOf({ simulatedClass }: RunningClassroom): {
  devices: readonly SimulatedDevice[];
  windows: SimulatedDevice;
} {
  const devices = simulatedClass?.devices ?? [];
  const windows = devices.find(isWindows);
  if (windows === undefined) throw new Error('nobody has Windows');
  return { devices, windows };
}

/** Nothing is open between peers on any of them. It looks for a tutor who is gone for a while. */
export async function expectDevicesAtRest(devices: readonly SimulatedDevice[]): Promise<void> {
  for (const device of devices) {
    await expect
      .poll(() => device.peerCounts(), { message: device.hostname, timeout: 60_000 })
      .toMatchObject({ peers: 0, runs: 0, openFiles: 0 });
  }
}
