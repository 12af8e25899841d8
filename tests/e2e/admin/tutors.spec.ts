/** Tutors and their roles, as administrators see and change them. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const asAdmin = (page: Page, consoleUrl: string, email = 'admin@demo.example') =>
  signIn(page, { consoleUrl, email, site: 'admin' });

test('the list is searched and paged, invites one person and several, and deletes', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/409|400/);
  const { consoleUrl } = await ownClassroom({ students: 0 });
  await asAdmin(page, consoleUrl);
  await page.getByRole('link', { name: 'Tutors' }).click();
  await expect(page.getByRole('heading', { name: 'Tutors' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByPlaceholder('Search tutor').fill('Nobody at all');
  await expect(page.getByText('No matching tutors found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Invite Tutors' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Tutors' });
  await expect(dialog).toHaveCSS('width', '704px');
  await expect(dialog).toContainText('The tutor will have the name ‘Unknown’ until they first login.');
  const send = dialog.getByRole('button', { name: 'Invite', exact: true });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Email').fill('teacher@demo.example');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Source').selectOption({ label: 'Demo directory' });
  await send.click();
  await expect(dialog.getByText('This person is a tutor already.')).toBeVisible();
  await dialog.getByLabel('Email').fill('nora@school.example');
  await send.click();
  await expect(toast(page, 'New tutor is created')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByPlaceholder('Search tutor').fill('nora@');
  const row = page.getByRole('row', { name: /nora@school.example/ });
  await expect(row).toContainText('Unknown');

  await page.getByRole('button', { name: 'Invite Tutors' }).click();
  await dialog.getByLabel('Several people').check();
  await dialog.getByLabel('E-mail addresses').fill(' , ,\n');
  await dialog.getByLabel('Source').selectOption({ label: 'Demo directory' });
  await send.click();
  await expect(toast(page, 'Please enter at least one valid email for bulk import.')).toBeVisible();
  await dialog
    .getByLabel('E-mail addresses')
    .fill('b1@school.example, B1@school.example\nnonsense\nnora@school.example');
  await expect(dialog.getByText('Debug Admin')).toHaveCount(0);
  await expect(dialog.getByText('Super Admin')).toHaveCount(0);
  await dialog.getByLabel('Event Viewer').check();
  await expect(send).toHaveAccessibleDescription('Choose the sites on which the roles hold, or no role');
  await dialog.getByRole('option', { name: 'Riverside School' }).click();
  await send.click();
  await expect(toast(page, 'Some invites failed. Success: 1, Failures: 2')).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'b1@school.example Invited' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'nora@school.example Already a tutor' })).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: /nonsense Failed: This is not an e-mail address/ }),
  ).toBeVisible();
  await expectAccessibleInBoth(page, 'dialog');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('E-mail addresses').fill('b2@school.example');
  await send.click();
  await expect(toast(page, 'All tutors were successfully invited')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Actions of nora@school.example' }).click();
  await page.getByRole('menuitem', { name: 'Delete Tutor' }).click();
  const question = page.getByRole('dialog', { name: 'Delete nora@school.example?' });
  await expectAccessibleInBoth(page, 'dialog');
  await question.getByRole('button', { name: 'Delete Tutor' }).click();
  await expect(toast(page, 'nora@school.example was deleted')).toBeVisible();
  await expect(row).toBeHidden();
});

test('roles are given and taken on sites, for tags and for the whole tenant', { tag: '@rare' }, async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(150_000);
  pageErrors.allow(/409/);
  const { consoleUrl, platform } = await ownClassroom({ students: 0 });
  const linksOf = async (tutorId: string) => {
    const rows = await platform.store.db
      .selectFrom('role_links')
      .selectAll()
      .where('tutor_id', '=', tutorId)
      .execute();
    return rows
      .map((row) => `${row.role_id} ${row.site_id ?? row.tag_id ?? 'everywhere'}${row.can_grant ? ' +' : ''}`)
      .sort();
  };
  await asAdmin(page, consoleUrl);
  await page.goto(`${consoleUrl}/admin/tutors/tutor-newcomer`);
  await expect(page).toHaveURL(/\/tutor-newcomer\/roles-site$/);
  await expect(page.getByText('newcomer@demo.example')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Debug Admin' })).toHaveCount(0);
  const box = page.getByRole('checkbox', { name: 'Event Viewer, Riverside School' });
  await box.click();
  await expect(box).toBeChecked();
  await expect.poll(() => linksOf('tutor-newcomer')).toEqual(['eventViewer riverside']);
  await page.getByRole('switch', { name: 'May give Event Viewer to others, Riverside School' }).click();
  await expect.poll(() => linksOf('tutor-newcomer')).toEqual(['eventViewer riverside +']);

  await page.getByRole('radio', { name: 'Can grant', exact: true }).check();
  await expect(page.getByRole('rowheader')).toHaveText(['Riverside School']);
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await page.getByLabel('Hide sites without roles').check();
  await expect(page.getByRole('rowheader')).toHaveText(['Riverside School']);
  await page.getByLabel('Hide sites without roles').uncheck();
  await page.getByLabel('Show site tags').check();
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible();
  await page.getByRole('button', { name: 'Filter sites by tags' }).click();
  await page.getByRole('dialog', { name: 'Filter sites by tags' }).getByLabel('Sixth form').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader')).toHaveText([/Hillcrest Sixth Form/]);
  await page.getByRole('button', { name: 'Filter sites by tags' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');

  // The assign modal by keyboard alone.
  await page.getByRole('checkbox', { name: 'Select all 3 sites' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Assign Roles' });
  const viewer = dialog.getByRole('checkbox', { name: /Event Viewer/ });
  await expect(viewer).toHaveJSProperty('indeterminate', true);
  await expectAccessibleInBoth(page, 'dialog');
  await viewer.focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toHaveText('2 roles will be added');
  await dialog.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 roles were changed')).toBeVisible();
  expect(await linksOf('tutor-newcomer')).toEqual([
    'eventViewer hillcrest',
    'eventViewer hillcrest-sixth-form',
    'eventViewer riverside +',
  ]);
  await page.getByRole('button', { name: 'Assign Roles' }).click();
  await viewer.click();
  await expect(dialog.getByRole('status')).toHaveText('3 roles removed');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => linksOf('tutor-newcomer')).toEqual([]);

  await page.getByRole('tab', { name: 'Tags roles' }).click();
  await expect(page.getByPlaceholder('Search tag')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Console User, Secondary' }).click();
  await expect.poll(() => linksOf('tutor-newcomer')).toEqual(['consoleUser secondary']);
  await page.getByRole('tab', { name: 'Sites roles' }).click();
  await expect(page.getByText('Console User Holds here through the tag Secondary').first()).toBeAttached();

  await page.goto(`${consoleUrl}/admin/tutors/tutor-admin/admin-roles`);
  await page.getByRole('checkbox', { name: 'Super Admin, whole tenant' }).click();
  const giveUp = page.getByRole('dialog', { name: 'Give up being a super admin?' });
  await expectAccessibleInBoth(page, 'dialog');
  await giveUp.getByRole('button', { name: 'Give up the role' }).click();
  await expect(page.getByText(/This is the only super admin/)).toBeVisible();
  expect(await linksOf('tutor-admin')).toContain('superAdmin everywhere +');
});
