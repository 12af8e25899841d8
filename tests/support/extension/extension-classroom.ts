/** A classroom whose only device is a browser with the extension. */
import type { Page } from '@playwright/test';
import type { ClassroomRequest, RunningClassroom } from '../classroom/running-classroom.ts';
import { test as base, expect } from '../devices/student-page.ts';
import { type ExtensionBrowser, openExtensionBrowser } from './extension-browser.ts';

export type ExtensionClassroom = { classroom: RunningClassroom; browser: ExtensionBrowser; tutor: Page };

type ExtensionFixtures = {
  /** Starts a platform, opens the student's browser, and shows its card to a tutor. */
  extensionClassroom: (request?: ClassroomRequest) => Promise<ExtensionClassroom>;
};

export const test = base.extend<ExtensionFixtures>({
  extensionClassroom: async ({ ownClassroom, openTutor }, use) => {
    const browsers: ExtensionBrowser[] = [];
    await use(async (request) => {
      const classroom = await ownClassroom(request);
      const browser = await openExtensionBrowser(classroom);
      browsers.push(browser);
      return { classroom, browser, tutor: await openTutor(classroom, 1) };
    });
    for (const browser of browsers) await browser.close();
  },
});

export { expect };
