/** While a class comes up, nothing moves that is already shown. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import { cards, expectLivePictures } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

/** What browsers and search engines call good. */
const GOOD = 0.1;

test.use({ viewport: { width: 1600, height: 1000 } });

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Watched = { layoutShift?: number };

/** Runs in each page before anything else. Adds up all shifts, which is never less than the browser's own measure. */
function watchShifts(): void {
  const page = globalThis as Watched;
  page.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[])
      if (!hadRecentInput) page.layoutShift = (page.layoutShift ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** With every card, those of the absent, the policies and pictures that have changed. */
async function expectSteady(page: Page, here: number): Promise<void> {
  await expect(cards(page)).toHaveCount(here);
  await expect(page.locator('ul[aria-label="Devices"] > li[data-absent]').first()).toBeVisible();
  await expect(
    cards(page)
      .first()
      .getByRole('group', { name: /^Policies/ }),
  ).toBeVisible();
  await expectLivePictures(page, 8);
  expect(await page.evaluate(() => (globalThis as Watched).layoutShift)).toBeLessThanOrEqual(GOOD);
}

test('a class comes up without moving, at the first visit and after a reload', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 20 });
  await page.addInitScript(watchShifts);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toBeVisible();
  await expectSteady(page, 20);
  await page.reload();
  await expectSteady(page, 20);
});
