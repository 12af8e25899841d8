/** Import jobs from the first preview to the run, its failure and what is edited; against the directory of the demo. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openJobs(page: Page, consoleUrl: string): Promise<void> {
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.getByRole('link', { name: 'Sync Jobs' }).click();
  await expect(rowOf(page, 'Riverside students')).toBeVisible();
}
async function choose(page: Page, job: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${job}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.use({ viewport: { width: 1600, height: 1000 }, colorScheme: 'light' });

test('users: what a run would do, the run, and its history', async ({ page, ownClassroom }) => {
  test.setTimeout(120_000);
  const { consoleUrl } = await ownClassroom({ students: 0 });
  await openJobs(page, consoleUrl);
  await page.getByRole('button', { name: 'Add Job' }).click();
  await dialog(page).getByLabel('Job name').fill('New students');
  await dialog(page).getByLabel('Source').selectOption('Google for schools');
  await dialog(page).getByLabel('Site').selectOption('Hillcrest Campus');
  await dialog(page).getByLabel('Path').fill('/Students');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page).getByText(/^Would add \d+, change 0, remove 0\.$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('New students was saved, and runs now')).toBeVisible();
  await expect(
    rowOf(page, 'New students').getByRole('img', { name: 'The last run was successful' }),
  ).toBeVisible({ timeout: 30_000 });
  await choose(page, 'New students', 'History');
  await expect(dialog(page).getByRole('cell', { name: /^Done$/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('is readable narrow and wide, light and dark', async ({ page, classroom }) => {
  await openJobs(page, classroom.consoleUrl);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await page.getByRole('button', { name: 'Add Job' }).click();
    await expect(dialog(page).getByLabel('Source')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
  }
});
