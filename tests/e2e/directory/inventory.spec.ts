/** What the devices of the site are made of and what is installed on them. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const filter = (page: Page, what: string) => page.getByRole('searchbox', { name: `Filter ${what}...` });
const cellsOf = (page: Page) =>
  page
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .or(page.getByRole('row').nth(1).getByRole('rowheader'))
    .allTextContents();

/** The lines of the file, without the byte order mark. */
async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text.replace('\uFEFF', '').trim().split('\r\n');
}

async function exported(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  return { name: download.suggestedFilename(), lines: await linesOf(download) };
}

test('software is filtered, exported and updated, and opens by device, program and driver', {
  tag: '@rare',
}, async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${classroom.consoleUrl}/clients?tab=software`);
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessible(page);

  await filter(page, 'devices').fill('rs-7a-01');
  await expect(page.getByRole('row')).toHaveCount(2);
  const before = await cellsOf(page);
  const date = /(?:October|September) \d+, 2026, \d+:\d\d [AP]M/;
  expect(before.join()).toMatch(date);
  const file = await exported(page);
  expect(file.name).toBe('software_export.csv');
  expect(file.lines).toEqual([
    '"OS","Name","Last Updated","OS Version"',
    `"Windows","RS-7A-01","${before.find((text) => date.test(text))}","${before.at(-1)}"`,
  ]);

  await page.getByRole('checkbox', { name: 'Select RS-7A-01' }).check();
  await page.getByRole('button', { name: 'Update inventory' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 device answered' })).toBeVisible();
  await expect(rowOf(page, 'RS-7A-01')).not.toContainText(date);

  await rowOf(page, 'RS-7A-01').getByRole('button').click();
  const software = page.getByRole('dialog', { name: 'Selected device software' });
  expect((await software.boundingBox())?.width).toBe(1000);
  // What the simulated machine has said, not what the demo's data held before.
  await expect(software.getByRole('row', { name: 'Lectern Agent Lectern' })).toBeVisible();
  await software.getByRole('tab', { name: 'Drivers' }).click();
  await expect(software.getByRole('columnheader')).toHaveText([
    'Description',
    'Class',
    'Provider',
    'Version',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await tab(page, 'Programs').click();
  await expect(page.getByRole('row')).toHaveCount(101);
  await filter(page, 'programs').fill('lectern');
  const agent = rowOf(page, 'Lectern Agent');
  await expect(agent).toContainText('Lectern');
  const programs = await exported(page);
  expect(programs.name).toBe('programs_export.csv');
  expect(programs.lines).toContain('"Lectern Agent","Lectern","1"');
  await agent.getByRole('button', { name: 'Lectern Agent' }).click();
  const installs = page.getByRole('dialog', { name: 'Lectern Agent' });
  expect((await installs.boundingBox())?.width).toBe(600);
  await expect(installs.getByRole('row')).toHaveCount(2);
  await expect(installs.getByRole('row').nth(1)).toContainText('RS-7A-01');
  await page.keyboard.press('Escape');

  // What is typed is in the address a moment later.
  await expect(page).toHaveURL(/filter=lectern/);
  await page.reload();
  await expect(filter(page, 'programs')).toHaveValue('lectern');
  await expect(agent).toBeVisible();

  await tab(page, 'Drivers').click();
  await page.getByLabel('Group by').selectOption('Class');
  await expect(page.getByRole('row').nth(1)).toHaveText('BATTERY');
  await expectAccessible(page);
  const drivers = await exported(page);
  expect(drivers.name).toBe('drivers_export.csv');
  expect(drivers.lines.length).toBeGreaterThan(300);
});

test('columns of the hardware are hidden, stay hidden, and are left out of the file', {
  tag: '@rare',
}, async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${classroom.consoleUrl}/clients?tab=hardware`);
  const headings = page.getByRole('columnheader');
  await expect(headings).toHaveCount(17);
  await page.getByRole('button', { name: 'Column Visibility' }).click();
  const dialog = page.getByRole('dialog', { name: 'Column Visibility' });
  expect((await dialog.boundingBox())?.width).toBe(400);
  await expect(dialog.getByRole('checkbox', { name: 'Name Always shown' })).toBeDisabled();
  for (const name of ['CPU Model', 'GPU Series', 'Video Mode'])
    await dialog.getByRole('checkbox', { name }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(headings).toHaveCount(14);
  await page.reload();
  await expect(headings).toHaveCount(14);
  await expect(page.getByRole('columnheader', { name: 'CPU Model' })).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessible(page);
  await filter(page, 'devices').fill('RS-7A-0');
  await expect(page.getByRole('row')).toHaveCount(6);
  const { name, lines } = await exported(page);
  expect(name).toBe('hardware_export.csv');
  expect(lines).toHaveLength(6);
  expect(lines[0]?.replaceAll('"', '')).toBe(
    'OS,Name,Last Updated,Hardware Model,CPU Cores,Logical Processors,CPU Clock Speed,Physical Memory,Disk Info,' +
      'GPU Model,GPU Driver Version,Network Info,Hardware Serial',
  );
  expect(lines[1]).toMatch(/^"Windows","RS-7A-01",".* [AP]M",.*,"\d+ GB",/);
});
