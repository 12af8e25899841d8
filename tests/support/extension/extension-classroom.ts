/** A classroom whose only device is a browser with the extension. */
import type { Page } from '@playwright/test';
import type { ClassroomRequest, RunningClassroom } from '../classroom/running-classroom.ts';
import { test as base, expect } from '../devices/student-page.ts';
import { type ExtensionBrowser, openExtensionBrowser } from './extension-browser.ts';
import { openStudentWeb, type StudentWeb } from './student-web.ts';

export type ExtensionClassroom = {
  classroom: RunningClassroom;
  browser: ExtensionBrowser;
  /** The pages that the student can open. */
  web: StudentWeb;
  tutor: Page;
};

type ExtensionFixtures = {
  /** Starts a platform, opens the student's browser, and shows its card to a tutor. */
  extensionClassroom: (request?: ClassroomRequest) => Promise<ExtensionClassroom>;
};

export const test = base.extend<ExtensionFixtures>({
  extensionClassroom: async ({ ownClassroom, openTutor }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (request) => {
      const classroom = await ownClassroom(request);
      const web = await openStudentWeb();
      opened.push(web);
      const browser = await openExtensionBrowser(classroom, [web.browserArgument]);
      opened.push(browser);
      return { classroom, browser, web, tutor: await openTutor(classroom, 1) };
    });
    for (const each of opened.reverse()) await each.close();
  },
});

export { expect };
