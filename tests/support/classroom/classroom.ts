/**
 * The test function of end-to-end tests. `classroom` is shared by the tests of a worker process; a test that stops
 * or breaks something starts its own with `ownClassroom`. Every test fails on what `pageErrors` finds.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { collectPageErrors, type PageErrors } from '../browser/page-errors.ts';
import { type ClassroomRequest, type RunningClassroom, startClassroom } from './running-classroom.ts';

export type TestFixtures = {
  /** Starts a classroom that ends with the test. */
  ownClassroom: (request?: ClassroomRequest) => Promise<RunningClassroom>;
  /** What went wrong in any page of the test; allow what the test provokes. */
  pageErrors: PageErrors;
  /** Prints what the open pages of a test that has failed show. */
  shownAtFailure: undefined;
};

export type WorkerFixtures = {
  /** 30 students, all online. */
  classroom: RunningClassroom;
};

const CLASS_SIZE = 30;
const SNAPSHOT_MS = 2_000;
/** Characters. */
const MOST_SHOWN = 4_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  classroom: [
    // Playwright reads the names of fixtures from this pattern, so it stays when there are none.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const classroom = await startClassroom({ students: CLASS_SIZE });
      await use(classroom);
      await classroom.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  ownClassroom: async ({ context }, use) => {
    const started: RunningClassroom[] = [];
    await use(async (request) => {
      const classroom = await startClassroom(request);
      started.push(classroom);
      return classroom;
    });
    // The pages first: a platform that ends under an open page is an error of the page, and none of the test's.
    for (const page of context.pages()) await page.close();
    for (const classroom of started.reverse()) await classroom.close();
  },
  shownAtFailure: [
    // `ownClassroom` closes the pages: this comes before.
    async ({ context, ownClassroom: _ }, use, test) => {
      await use(undefined);
      if (test.status === test.expectedStatus) return;
      for (const page of context.pages()) console.log(`“${test.title}” failed, and ${await shownOn(page)}`);
    },
    { auto: true },
  ],
  pageErrors: [
    async ({ context }, use) => {
      const errors = collectPageErrors(context);
      await use(errors);
      expect(errors.found(), 'errors that the test did not announce').toEqual([]);
    },
    { auto: true },
  ],
});

/** Names, texts and states as a screen reader has them: of what changes most first. */
async function shownOn(page: Page): Promise<string> {
  const parts = [page.getByRole('main'), page.locator('body')].map((part) =>
    part.ariaSnapshot({ timeout: SNAPSHOT_MS }).then(
      (shown) => shown.slice(0, MOST_SHOWN),
      (error: Error) => error.message,
    ),
  );
  return `${page.url()} shows:\n${(await Promise.all(parts)).join('\n…\n')}`;
}

export { expect };
