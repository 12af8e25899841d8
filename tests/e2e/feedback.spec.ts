/** Submit Feedback: what is shown is what is kept, in both realms. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import type { RunningClassroom } from '../support/classroom/running-classroom.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const reportsOf = (classroom: RunningClassroom, tutorId: string) =>
  classroom.platform.store.db
    .selectFrom('feedback_reports')
    .selectAll()
    .where('tutor_id', '=', tutorId)
    .execute();

/** The diagnostics on the page, letter by letter. */
const shownOn = (page: Page) =>
  page
    .locator('[data-diagnostic]')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.getAttribute('data-diagnostic'), row.textContent])),
    );

test('console: fill, reload, send; the row holds exactly what was shown', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await page.waitForURL(/\/group\//);
  const group = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Submit Feedback' }).click();
  await expect(page).toHaveURL(`${classroom.consoleUrl}/feedback`);
  await expectAccessible(page);
  await expect(page.getByLabel(/How to reach you/)).toHaveValue('teacher@demo.example');
  await page.getByLabel('What happened?').fill('The wall stays empty');
  await page.reload();
  await expect(page.getByLabel('What happened?')).toHaveValue('The wall stays empty');
  await expect(page.locator('[data-diagnostic="connection"]')).toHaveText('connected');
  const shown = await shownOn(page);
  expect(shown).toMatchObject({ realm: 'console', site: 'Riverside School', page: '/group/$groupId' });
  expect(shown.appVersion).toMatch(/^\d+\.\d+\.\d+ \(index-.*\.js\)$/);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback' })).toBeFocused();
  await expectAccessible(page);
  expect(await reportsOf(classroom, 'tutor-teacher')).toMatchObject([
    {
      tenant: 'demo',
      site_id: 'riverside',
      message: 'The wall stays empty',
      contact: 'teacher@demo.example',
      diagnostics: shown,
    },
  ]);
  const [row] = await reportsOf(classroom, 'tutor-teacher');
  expect(row?.diagnostics).toEqual(shown);
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(page).toHaveURL(`${classroom.consoleUrl}${group}`);
});

test('admin: the same page; a platform that is away keeps the text, and Send works when it is back', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  const classroom = await ownClassroom();
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.getByRole('link', { name: 'Submit Feedback' }).click();
  await expect(page).toHaveURL(`${classroom.consoleUrl}/admin/feedback`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Please write what happened.')).toBeVisible();
  await page.getByLabel('What happened?').fill('No tags');
  const shown = await shownOn(page);
  expect(shown).toMatchObject({ realm: 'admin', site: 'none', page: '/admin/sites/sites-tags' });

  pageErrors.allow(/ERR_FAILED/);
  await page.route('**/v1/feedback', (route) => route.abort());
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your text is still here');
  await expect(page.getByLabel('What happened?')).toHaveValue('No tags');
  await expectAccessible(page);

  await page.unroute('**/v1/feedback');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback' })).toBeFocused();
  const [row] = await reportsOf(classroom, 'tutor-admin');
  expect(row).toMatchObject({ tenant: 'demo', site_id: null, message: 'No tags' });
  expect(row?.diagnostics).toEqual(shown);
});

for (const width of [360, 1920]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 740 }, colorScheme: 'dark' });
    test('nothing sticks out, in the dark too', async ({ page, classroom }) => {
      await signIn(page, { consoleUrl: `${classroom.consoleUrl}/feedback`, email: 'teacher@demo.example' });
      await expect(page.getByLabel('What happened?')).toBeVisible();
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    });
  });
}
