/** Who is in a group: paged, edited for each kind of group, and read anew from a directory. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

async function openGroup(page: Page, classroom: RunningClassroom, title: string) {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`${title}$`) })
    .click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit Group Members' });
const cardOf = (page: Page, hostname: string) =>
  page.getByRole('checkbox', { name: new RegExp(`, ${hostname}$`) });

async function save(page: Page) {
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Members saved')).toBeVisible();
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The former members are back')).toBeVisible();
}

test('members are paged by the address, and selected until one leaves', async ({ page, classroom }) => {
  await openGroup(page, classroom, 'All devices');
  await page.getByRole('tab', { name: 'Group members' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/\?tab=members&page=3$/);
  const first = page.getByRole('row').nth(1);
  const name = (await first.getByRole('rowheader').textContent()) ?? '';
  await page.reload();
  await expect(first).toContainText(name);

  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await expect(page.getByText(/^[\d,]+ selected$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Alerts' }).click();
  await page.getByRole('tab', { name: 'Group members' }).click();
  await expect(page.getByRole('checkbox', { name: /^Select all/ })).not.toBeChecked();
  await page.getByRole('searchbox', { name: 'Search members' }).fill('rs-7a-01');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('Online');
});

test('a person who is put into a group comes with their device, and goes with the undo', async ({
  page,
  classroom,
}) => {
  const student = classroom.simulatedClass?.devices[0];
  if (!student) throw new Error('nobody is here');
  await openGroup(page, classroom, 'Chess Club');
  await expect(cardOf(page, student.hostname)).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Members' }).click();
  await editor(page).getByRole('searchbox', { name: 'Search Available Users' }).fill(student.userName);
  await editor(page).getByRole('option', { name: student.userName }).first().click();
  await editor(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save(page);
  await expect(cardOf(page, student.hostname)).toBeVisible({ timeout: 20_000 });
  await undo(page);
  await page.getByRole('tab', { name: 'Group members' }).click();
  await page.getByRole('searchbox', { name: 'Search members' }).fill(student.userName);
  await expect(page.getByText('No member matches')).toBeVisible();
});

test('devices come from a CSV of serial numbers, and what nobody knows is listed', async ({
  page,
  classroom,
}) => {
  const { devices } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const online = new Set(classroom.simulatedClass?.devices.map(({ hostname }) => hostname));
  const device = devices.find(({ type, hostname }) => type === 'windowsAgent' && online.has(hostname));
  if (!device?.serialNumber) throw new Error('no such device');
  await openGroup(page, classroom, 'Library Chromebooks');
  await page.getByRole('button', { name: 'Edit Members' }).click();
  await expect(editor(page).getByRole('region', { name: 'Selected Devices' })).toBeVisible();
  await editor(page)
    .getByLabel('Append from CSV')
    .locator('visible=false')
    .setInputFiles({
      name: 'new.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`sep=;\r\nroom;Serial Number\r\n1;${device.serialNumber}\r\n2;NO-SUCH-1\r\n`),
    });
  await editor(page).getByRole('button', { name: 'Add 1' }).click();
  await expect(editor(page).getByText('new.csv: 1 added')).toBeVisible();
  await expect(editor(page).getByText('NO-SUCH-1')).toBeVisible();
  await save(page);
  await expect(cardOf(page, device.hostname)).toBeVisible({ timeout: 20_000 });
  await undo(page);
});

test('patterns decide who is in the group', { tag: '@rare' }, async ({ page, classroom }) => {
  const windows = classroom.simulatedClass?.devices.find(({ hostname }) => hostname.startsWith('RS-7A-'));
  if (!windows) throw new Error('no such device');
  await openGroup(page, classroom, 'All Chromebooks');
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Members' }).click();
  const patterns = editor(page).getByRole('textbox', { name: /Device patterns/ });
  await patterns.fill('rs-7a-*\nnothing-like-it');
  await expect(editor(page).getByText(/^\d+ of \d+ known devices match$/)).toBeVisible();
  await expectAccessible(page);
  await save(page);
  await expect(cardOf(page, windows.hostname)).toBeVisible({ timeout: 20_000 });
  await undo(page);
});

test('on a narrow, dark screen everything is there', { tag: '@rare' }, async ({ page, classroom }) => {
  await openGroup(page, classroom, 'Exam Laptops');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('tab', { name: 'Group members' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Members' }).click();
  await editor(page).getByRole('option').first().click();
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('a group of a directory is read anew', async ({ page, classroom }) => {
  await openGroup(page, classroom, '9A Geography');
  await expect(page.getByRole('button', { name: 'Edit Members' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sync Members' }).click();
  await expect(page.getByText(/^Synchronised: \d+ members/)).toBeVisible();
  await expect(page.getByText(/^Last sync: /)).toBeVisible();
});
