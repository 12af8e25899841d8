/** Directories are connected by an administrator: consent in a window of its own, a test, and what may go wrong. */
import type { Page } from '@playwright/test';
import { STAND_IN_TENANT } from '../../../server/directories/stand-ins/stand-in-school.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, text: string) => dialog(page).getByText(text);

async function openIntegrations(page: Page, consoleUrl: string): Promise<void> {
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(row(page, 'Google for schools')).toBeVisible();
}

async function openNew(page: Page, service: 'Google' | 'Microsoft', name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add integration' }).click();
  await dialog(page).getByRole('radio', { name: service }).check();
  await dialog(page).getByLabel('Name').fill(name);
}
async function fillGoogle(page: Page): Promise<void> {
  await dialog(page).getByLabel('Domain').fill('demo.example');
  await dialog(page).getByLabel('Admin e-mail').fill('admin@demo.example');
}

/** Presses the button, and what is pressed in the window; the window closes itself. */
async function consent(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  const coming = page.waitForEvent('popup');
  await dialog(page)
    .getByRole('button', { name: /^Give consent/ })
    .click();
  const popup = await coming;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: decision }).click();
  await closed;
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete Integration' }).click();
  await expect(dialog(page)).toContainText('Nothing uses it.');
  await dialog(page).getByRole('button', { name: 'Delete Integration' }).click();
  await expect(row(page, name)).toHaveCount(0);
}

test('an integration of Google: consent, test, save, change, delete', { tag: '@rare' }, async ({
  page,
  classroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/409/);
  await openIntegrations(page, classroom.consoleUrl);
  await openNew(page, 'Google', 'Our Google');
  const save = dialog(page).getByRole('button', { name: 'Save' });
  const testing = dialog(page).getByRole('button', { name: 'Test connection' });
  await expect(testing).toHaveAttribute('aria-disabled', 'true');
  await fillGoogle(page);
  await expect(testing).toHaveAttribute('aria-disabled', 'false');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await testing.click();
  await expect(said(page, 'Connection failed - give consent first.')).toBeVisible();

  await consent(page, 'Deny');
  await expect(dialog(page).getByRole('alert')).toContainText([
    'Google was not allowed to let Lectern in.',
    'Connection failed',
  ]);

  await consent(page, 'Allow');
  await expect(dialog(page)).toContainText('The administrator gave consent.');
  await expect(dialog(page).getByRole('switch', { name: 'Active' })).not.toBeChecked();
  classroom.platform.standIns.google?.provoke({ name: 'cut' }, { times: Number.POSITIVE_INFINITY });
  await testing.click();
  await expect(said(page, 'Connection failed - the directory does not answer.')).toBeVisible();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  classroom.platform.standIns.google?.calm();
  await testing.click();
  await expect(said(page, 'Connection succeeded')).toBeVisible();
  await save.click();
  await expect(row(page, 'Our Google')).toContainText('Inactive');

  await page.getByRole('button', { name: 'Actions for Our Google' }).click();
  await page.getByRole('menuitem', { name: 'Edit Integration' }).click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByLabel('Name').fill('google for SCHOOLS');
  await save.click();
  await expect(dialog(page)).toContainText('There is an integration with this name.');
  await dialog(page).getByLabel('Name').fill('Our Google');
  await dialog(page).getByRole('switch', { name: 'Active' }).check();
  await save.click();
  await expect(row(page, 'Our Google')).toContainText('Active');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(classroom.platform.standIns.google?.refreshToken ?? 'never');
  await remove(page, 'Our Google');
});

test('an integration of Microsoft, by keyboard alone', { tag: '@rare' }, async ({ page, classroom }) => {
  test.setTimeout(120_000);
  await openIntegrations(page, classroom.consoleUrl);
  await page.getByRole('button', { name: 'Add integration' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('radio', { name: 'Google' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Our Microsoft');
  await page.keyboard.press('Tab');
  await page.keyboard.type(STAND_IN_TENANT);
  await page.keyboard.press('Tab');
  const coming = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await coming;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow' }).press('Enter');
  await closed;
  await expect(dialog(page)).toContainText('The administrator gave consent.');
  await dialog(page).getByRole('button', { name: 'Test connection' }).press('Enter');
  await expect(said(page, 'Connection succeeded')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row(page, 'Our Microsoft')).toContainText('Inactive');
  await remove(page, 'Our Microsoft');
});

test('a window that is closed, and one that brings nothing, are said; both may go on', {
  tag: '@rare',
}, async ({ page, classroom }) => {
  test.setTimeout(120_000);
  await openIntegrations(page, classroom.consoleUrl);
  await openNew(page, 'Google', 'Late');
  await fillGoogle(page);
  const give = dialog(page).getByRole('button', { name: /^Give consent/ });
  const first = page.waitForEvent('popup');
  await give.click();
  await expect(dialog(page)).toContainText('Waiting for the other window');
  await (await first).close();
  await expect(dialog(page)).toContainText('The window was closed before consent was given.');

  const second = page.waitForEvent('popup');
  await give.click();
  const popup = await second;
  await expect(dialog(page)).toContainText('Nothing has come back yet.', { timeout: 20_000 });
  await popup.getByRole('button', { name: 'Allow' }).click();
  await expect(dialog(page)).toContainText('The administrator gave consent.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('The integration is not saved.')).toBeVisible();
});

test('what uses an integration is said before it is deleted', async ({ page, classroom }) => {
  await openIntegrations(page, classroom.consoleUrl);
  await page.getByRole('button', { name: 'Actions for Google for schools' }).click();
  await page.getByRole('menuitem', { name: 'Delete Integration' }).click();
  await expect(dialog(page)).toContainText('Riverside students');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Google for schools')).toBeVisible();
});
