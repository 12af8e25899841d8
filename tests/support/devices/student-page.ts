/** A student at the student page: each in a browser of their own, beside the tutor's. */
import type { LaunchOptions, Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { CHROMIUM_ARGS, findChromium, thisMachine } from '../browser/chromium.ts';
import { probePeers } from '../browser/peer-probe.ts';
import { test as base, expect } from '../classroom/classroom.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { cards } from '../console/wall.ts';
import { signIn } from '../tutors/sign-in.ts';
import { type JoinAs, withStudents } from './join-student-page.ts';

const browser = findChromium(thisMachine());

/** A browser that shares a screen without asking; it shows a counter that runs. */
export const CAPTURING: LaunchOptions = {
  ...(browser.name === 'found' && { executablePath: browser.path }),
  args: [
    ...CHROMIUM_ARGS,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream=display-media-type=monitor',
  ],
};

type StudentFixtures = {
  /** Opens the page with the site's link, and joins. */
  joinAs: JoinAs;
  /** The tutor on the group of all devices, where students are who came by their name. */
  openTutor: (classroom: RunningClassroom, devices: number) => Promise<Page>;
};

export const test = base.extend<StudentFixtures>({
  viewport: { width: 1920, height: 1080 },
  // A button that is not there is told of long before the test's own end.
  actionTimeout: 20_000,
  joinAs: async ({ browser: chromium, ownClassroom, pageErrors }, use) => {
    // It ends after the students: they leave a platform that is there.
    void ownClassroom;
    await withStudents(
      chromium,
      async (context) => {
        pageErrors.watch(context);
        await probePeers(context);
      },
      use,
    );
  },
  openTutor: async ({ context, page }, use) => {
    await probePeers(context);
    await use(async (classroom, devices) => {
      await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
      // Pictures come for cards in sight, and hundreds who are absent would stand above those who are here.
      await page.evaluate(() => localStorage.setItem('lectern.absentCards', 'false'));
      await page.goto(`${classroom.consoleUrl}/group/${ALL_DEVICES}`);
      await expect(cards(page)).toHaveCount(devices, { timeout: 20_000 });
      return page;
    });
  },
});

const ALL_DEVICES = 'g-886';

/** The first of the simulated class. */
export function simulatedDevice({ simulatedClass }: RunningClassroom): SimulatedDevice {
  const [device] = simulatedClass?.devices ?? [];
  if (device === undefined) throw new Error('the class is empty');
  return device;
}

export async function shareScreen(student: Page): Promise<void> {
  await student.getByRole('button', { name: 'Share screen' }).click();
  await expect(student.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
}

/** What waits for the student. */
export const asks = (student: Page) => student.getByRole('log', { name: 'From your teacher' });
export const lockOf = (student: Page) => student.getByRole('dialog', { name: 'Your screen is locked' });
/** What a tutor shows. */
export const broadcastOf = (student: Page) =>
  student.getByRole('dialog', { name: / shows a screen$| shares a screen$/ });
export const broadcastVideo = (student: Page) => broadcastOf(student).locator('video');

export { expect };
