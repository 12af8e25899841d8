/** Each table of the inventory and each dialog over the lists of the site, light and dark, narrow and wide. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { openList } from '../../support/console/directory-lists.ts';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 360, height: 740 },
];

async function expectGood(page: Page, what: string, within: Locator): Promise<void> {
  await test.step(what, async () => {
    await expect(within).toBeVisible();
    await expectAccessibleInBoth(page, within);
    await expectFits(page);
  });
}

/** Opens a dialog, looks at it, and closes it by the key: the focus goes back to what has opened it. */
async function expectGoodDialog(page: Page, opener: Locator): Promise<void> {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog.getByText(/^(Loading|Reading) .*(…|[.]{3})$/)).toHaveCount(0);
  await expectGood(page, (await dialog.getAttribute('aria-label')) ?? '', dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('the tables of the inventory and their dialogs', { tag: '@rare' }, async ({ page, classroom }) => {
  test.setTimeout(120_000);
  await openList(page, classroom, 'Devices');
  const main = page.getByRole('main');
  const tab = (name: string) => main.getByRole('tab', { name, exact: true }).first();
  const first = main.getByRole('row').nth(1).getByRole('button');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await tab('Software').click();
    await expect(first).toBeVisible();
    await expectGood(page, 'Software Info', main);
    await expectGoodDialog(page, first);
    await page.getByRole('searchbox').fill('no such device');
    await expect(main.getByText('Nothing matches')).toBeVisible();
    await expectGood(page, 'nothing found', main);
    await main.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    for (const name of ['Programs', 'Drivers']) {
      await tab(name).click();
      await expect(first).toBeVisible();
      await expectGood(page, name, main);
    }
    await expectGoodDialog(page, first);
    await tab('Hardware').click();
    await expect(main.getByRole('row').nth(1)).toBeVisible();
    await expectGood(page, 'Hardware', main);
    await expectGoodDialog(page, main.getByRole('button', { name: 'Column Visibility' }));
  }
});

test('dialogs over the list of devices', { tag: '@rare' }, async ({ page, classroom }) => {
  await openList(page, classroom, 'Devices');
  await page.getByRole('columnheader', { name: 'Current Status' }).click();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const name of ['Policies', 'Delete Device(s)']) {
      await pressAction(page, name);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await expectGood(page, name, dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toBeChecked();
    }
  }
});
