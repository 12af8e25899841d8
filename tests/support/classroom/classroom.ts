/**
 * The test function of end-to-end tests. `classroom` is shared by the tests of a worker process; a test that stops
 * or breaks something starts its own with `ownClassroom`. Every test fails on what `pageErrors` finds.
 */
import { test as base, expect } from '@playwright/test';
import { collectPageErrors, type PageErrors } from '../browser/page-errors.ts';
import { type ClassroomRequest, type RunningClassroom, startClassroom } from './running-classroom.ts';

export type TestFixtures = {
  /** Starts a classroom that ends with the test. */
  ownClassroom: (request?: ClassroomRequest) => Promise<RunningClassroom>;
  /** What went wrong in any page of the test; allow what the test provokes. */
  pageErrors: PageErrors;
};

export type WorkerFixtures = {
  /** 30 students, all online. */
  classroom: RunningClassroom;
};

const CLASS_SIZE = 30;

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
  pageErrors: [
    async ({ context }, use) => {
      const errors = collectPageErrors(context);
      await use(errors);
      expect(errors.found(), 'errors that the test did not announce').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
