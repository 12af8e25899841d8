/** The lists of the site by keyboard alone: people of two pages get a message, a device is deleted, an inventory exported. */
import { expect, type Page } from '@playwright/test';
import { button, tabTo } from '../../support/browser/tab-to.ts';
import { test } from '../../support/classroom/classroom.ts';
import { openList } from '../../support/console/directory-lists.ts';

const focusIsLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('everything that is done on the lists is done without a mouse', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 3 });
  const [student, other] = classroom.simulatedClass?.devices ?? [];
  if (!student || !other) throw new Error('nobody is here');

  await test.step('two users of one page and one of the next get a message', async () => {
    await openList(page, classroom, 'Users');
    await tabTo(page, { role: 'searchbox', name: 'Search users' });
    await tabTo(page, { role: 'row', name: /riverside\.example/ });
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.getByText('2 selected')).toBeVisible();
    await tabTo(page, button('Page 2'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/page=2$/);
    await tabTo(page, { role: 'row', name: /riverside\.example/ }, 'Shift+Tab');
    await page.keyboard.press(' ');
    await expect(page.getByText('3 selected')).toBeVisible();
    await tabTo(page, { role: 'searchbox', name: 'Search users' }, 'Shift+Tab');
    await page.keyboard.type(student.userName);
    await tabTo(page, { role: 'row', name: new RegExp(student.userName) });
    await page.keyboard.press(' ');
    await expect(page.getByText('4 selected')).toBeVisible();
    await tabTo(page, button('Notification'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Title (optional)')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Please come back');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    expect(await focusIsLost(page)).toBe(false);
    await expect.poll(() => student.notification()?.message).toBe('Please come back');
  });

  await test.step('a device is deleted', async () => {
    await tabTo(page, { role: 'link', name: 'Devices' }, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(11);
    await tabTo(page, { role: 'searchbox', name: 'Search devices' });
    await page.keyboard.type(other.hostname);
    await expect(page.getByRole('row')).toHaveCount(2);
    await tabTo(page, { role: 'row', name: new RegExp(other.hostname) });
    await page.keyboard.press(' ');
    await tabTo(page, button('More actions'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Delete Device(s)' })).toBeVisible();
    await tabTo(page, button('Delete'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 device deleted')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await focusIsLost(page)).toBe(false);
  });

  await test.step('a column of the inventory is hidden, and the file is without it', async () => {
    await tabTo(page, { role: 'tab', name: 'Device Management' }, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, { role: 'searchbox', name: 'Filter devices...' });
    await page.keyboard.type('RS-7A');
    await tabTo(page, button('Column Visibility'));
    await page.keyboard.press('Enter');
    await tabTo(page, { role: 'checkbox', name: 'OS Version' });
    await page.keyboard.press(' ');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'OS Version' })).toHaveCount(0);
    await tabTo(page, button('Export CSV'));
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('software_export.csv');
    await tabTo(page, { role: 'row', name: /RS-7A/ });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Selected device software' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await focusIsLost(page)).toBe(false);
  });
});
