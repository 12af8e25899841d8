/** Site runners are set up by the wizard, and their program connects with the token that it showed; they are listed, renamed and deleted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { startRunner } from '../../support/runners/runner-program.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1920, height: 1080 };
/** The page asks every ten seconds whether a runner is there. */
const SEEN = { timeout: 30_000 };

async function openRunners(page: Page, { consoleUrl }: RunningClassroom, search = '') {
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.goto(`${consoleUrl}/admin/sites/site-runners${search}`);
  await expect(page.getByRole('table', { name: 'Site Runners' })).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const nameField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Runner name' });
const tokenField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Token', exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.getByRole('rowheader').getByRole('button').allTextContents();

const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button').click();

async function press(page: Page, runner: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${runner}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a runner is set up, connects with the token that was shown, and is deleted while it is online', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(180_000);
  const classroom = await ownClassroom();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  await openRunners(page, classroom);
  await page.getByRole('button', { name: 'Set up a Site Runner' }).click();

  await test.step('its name', async () => {
    await expect(nameField(page)).toBeFocused();
    await expect(dialog(page).getByText('Field is required')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Field is required and can’t be empty')).toBeVisible();
    await nameField(page).fill('x'.repeat(256));
    await expect(dialog(page).getByText('Max 255 characters')).toBeVisible();
    await nameField(page).fill(' riverside SERVER room ');
    await expect(dialog(page).getByText('Runner name should be unique')).toBeVisible();
    await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
    await expectAccessibleInBoth(page, dialog(page));
    await nameField(page).fill('Library');
    await page.keyboard.press('Enter');
  });

  await test.step('its site', async () => {
    const site = dialog(page).getByRole('combobox', { name: 'Site' });
    await expect(site).toBeFocused();
    await button(page, 'Create').press('Enter');
    await expect(dialog(page).getByText('Choose the site of the runner')).toBeVisible();
    await site.selectOption({ label: 'Riverside School' });
    await expectAccessibleInBoth(page, dialog(page));
    await button(page, 'Create').click();
  });

  const secret = await test.step('its token', async () => {
    await expect(tokenField(page)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog(page).getByRole('button', { name: 'Copy: Token' }).click();
    await expect(dialog(page).getByText('Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await tokenField(page).inputValue());
    await expect(dialog(page).getByRole('textbox', { name: 'Command for Linux' })).toHaveValue(
      `sudo node lectern-runner.mjs install --platform ${classroom.consoleUrl}`,
    );
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      await expectAccessibleInBoth(page, dialog(page));
      await expectFits(page);
    }
    return copied;
  });

  const program = await test.step('its program is downloaded and started', async () => {
    await button(page, 'Done').click();
    await expect(row(page, 'Library')).toContainText('Never connected');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the Runner' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('lectern-runner.mjs');
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const args = [
      '--platform',
      classroom.consoleUrl,
      '--port',
      '0',
      '--address',
      '127.0.0.1',
      '--data',
      folder,
    ];
    const started = startRunner(file, args, { env: { LECTERN_RUNNER_TOKEN: secret } });
    await expect.poll(started.said, SEEN).toContain('Connected to site riverside');
    await expect(row(page, 'Library')).toContainText('Connected since', SEEN);
    await expect(row(page, 'Library')).toContainText('Version 1.2.0');
    return started;
  });

  await test.step('its token is shown again', async () => {
    await page.getByRole('button', { name: 'Library', exact: true }).click();
    await expect(tokenField(page)).toHaveValue(secret);
    await expect(dialog(page)).toHaveAccessibleName('Token of Library');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('it is deleted', async () => {
    await press(page, 'Library', 'Delete');
    await expect(dialog(page).getByText('It is connected now.', { exact: false })).toBeVisible();
    await expectAccessibleInBoth(page, dialog(page));
    await button(page, 'Delete runner').click();
    await expect(page.getByText('Runner Library was deleted')).toBeVisible();
    await expect(row(page, 'Library')).toHaveCount(0);
    await expect.poll(program.said, SEEN).toContain('This secret belongs to no site runner');
  });
  await program.stop();
  await rm(folder, { recursive: true });
});

test('runners are sorted, searched, paged, renamed and given another token, by keyboard too', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom();
  await classroom.platform.store.db
    .insertInto('site_runners')
    .values(
      Array.from({ length: 11 }, (_, at) => ({
        tenant: 'demo',
        id: `runner-${at}`,
        site_id: at === 0 ? 'hillcrest' : 'riverside',
        name: `Room ${String(at).padStart(2, '0')}`,
        hostname: at === 3 ? 'nuc-three' : null,
        version: at === 3 ? '1.1.0' : null,
        connected_at: at === 3 ? new Date('2026-03-05T15:04:00Z') : null,
        ended_at: at === 3 ? new Date('2026-03-06T15:04:00Z') : null,
      })),
    )
    .execute();
  await openRunners(page, classroom, '?page=2');

  await test.step('its pages and its order', async () => {
    expect(await names(page)).toHaveLength(3);
    await sortBy(page, 'Site');
    await expect(page).not.toHaveURL(/page=/);
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Hillcrest office', 'Room 00']);
    await sortBy(page, 'Runner');
    await expect.poll(async () => (await names(page))[0]).toBe('Hillcrest office');
    await sortBy(page, 'Runner');
    await expect.poll(async () => (await names(page))[0]).toBe('Room 10');
    await page.getByRole('searchbox', { name: 'Search' }).fill('nuc-th');
    await expect.poll(() => names(page)).toEqual(['Room 03']);
    await expect(row(page, 'Room 03')).toContainText('Version 1.1.0 is too old: install 1.2.0');
    await expect(row(page, 'Room 03')).toContainText(/Not connected, last seen (6 Mar|Mar 6,) 2026/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
  });

  await test.step('light and dark, narrow and wide', async () => {
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      await expectAccessibleInBoth(page);
      await expectFits(page);
    }
  });

  await test.step('another name, by keyboard', async () => {
    await page.getByRole('button', { name: 'Actions for Room 10' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(nameField(page)).toBeFocused();
    await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true');
    await nameField(page).fill('room 03');
    await expect(dialog(page).getByText('Runner name should be unique')).toBeVisible();
    await nameField(page).fill('Zoo');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Runner Zoo was saved')).toBeVisible();
    await expect.poll(async () => (await names(page))[0]).toBe('Zoo');
  });

  await test.step('a token in place of one that nobody can show', async () => {
    await page.getByRole('button', { name: 'Zoo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('This token was made at a time', { exact: false })).toBeVisible();
    await button(page, 'Replace token').click();
    await expect(button(page, 'Keep it')).toBeFocused();
    await button(page, 'Replace it now').click();
    await expect(tokenField(page)).toHaveValue(/^[\w-]{43}$/);
    await page.keyboard.press('Escape');
  });
});

test('others than super admins do not open the page', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'manager@demo.example', site: 'admin' });
  await page.goto(`${classroom.consoleUrl}/admin/sites/site-runners`);
  await expect(page).toHaveURL(/sites-tags/);
});
