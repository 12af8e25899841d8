/** The page of policies and all of its dialogs: by keyboard alone, light and dark, narrow and wide. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { editorOf, openPolicies } from '../../support/console/policy-editor.ts';

const NAME = 'By keyboard';
/** What is set in a dialog. */
const PARTS = [
  'Block Websites',
  'Lock',
  'Power Actions',
  'Block Apps',
  'Keyword Monitoring',
  'Launch Action',
  'Schedule',
  'Network Range',
  'SSID',
];
const WIDE = { width: 1920, height: 1080 };
const NARROW = { width: 360, height: 740 };

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().focus();
  await page.keyboard.press('Enter');
}

test('policies by keyboard alone, on a small window in either scheme', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  await openPolicies(page, await ownClassroom());
  await page.setViewportSize(NARROW);
  for (const tab of ['Catalogue', 'Applied to groups', 'Applied to users']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 });
    await expectFits(page);
    await expectAccessibleInBoth(page);
  }
  await page.getByRole('tab', { name: 'Catalogue' }).click();
  await press(page, 'Add Policy');
  await expect(editorOf(page).getByLabel('Policy name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editorOf(page).getByText('Please enter a name')).toBeVisible();
  await page.keyboard.type(NAME);
  await press(page, 'Add Mute');
  await expect(editorOf(page).getByRole('button', { name: 'Remove Mute' })).toBeFocused();
  await press(page, 'Change the icon');
  const icons = page.getByRole('dialog', { name: 'Choose an icon' });
  await icons.getByRole('searchbox').focus();
  await page.keyboard.type('no such icon');
  await expect(icons.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('alarm-light');
  await expect(icons.getByRole('option', { name: 'alarm light', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(icons.getByRole('option', { selected: true })).toHaveAttribute('aria-label', 'alarm light');
  await expectFits(page);
  await expectAccessibleInBoth(page);
  await press(page, 'Choose');
  await expect(icons).toHaveCount(0);
  await expect(editorOf(page).getByRole('button', { name: 'Change the icon' })).toBeFocused();

  await test.step('a condition is set in a dialog', async () => {
    await press(page, 'Add Schedule');
    await press(page, 'Add a period on Monday');
    await expect(page.getByLabel('Monday, start of period 1')).toBeFocused();
    await page.keyboard.type('0800AM');
    await page.getByLabel('Monday, end of period 1').focus();
    await page.keyboard.type('0130PM');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Schedule' })).toHaveCount(0);
    await expect(editorOf(page).getByRole('button', { name: 'Configure Schedule' })).toBeFocused();
    await expect(editorOf(page).getByRole('region', { name: 'In words' })).toContainText('08:00 to 13:30');
  });
  await page.keyboard.press('Escape');
  await expectAccessibleInBoth(page, page.getByRole('dialog', { name: 'Leave without saving?' }));
  await page.keyboard.press('Escape');
  await expect(editorOf(page).getByRole('button', { name: 'Configure Schedule' })).toBeFocused();
  await test.step('Back asks too, and keeps the page', async () => {
    const address = page.url();
    await page.evaluate(() => history.back());
    await press(page, 'Keep editing');
    await expect(editorOf(page).getByRole('button', { name: 'Configure Schedule' })).toBeFocused();
    expect(page.url()).toBe(address);
  });
  await press(page, 'Confirm');
  await expect(editorOf(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: NAME })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Policy' })).toBeFocused();

  await test.step('what is deleted leaves the focus to the list', async () => {
    await press(page, `Actions for ${NAME}`);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: `Delete ${NAME}?` });
    await expectAccessibleInBoth(page, question);
    await press(page, 'Delete Policy');
    await expect(page.getByRole('row', { name: NAME })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Policies' })).toBeFocused();
  });
});

test('the dialog of each effect and condition, light and dark, narrow and wide', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  test.setTimeout(120_000);
  await openPolicies(page, classroom);
  await press(page, 'Add Policy');
  await expect(editorOf(page)).toBeVisible();
  for (const title of PARTS)
    await test.step(title, async () => {
      await press(page, `Add ${title}`);
      const dialog = page.getByRole('dialog', { name: title, exact: true });
      if (title === 'Schedule') await press(page, 'Add a period on Sunday');
      if (title === 'Lock') await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeVisible();
      // What is missing is said.
      else await press(page, 'Submit');
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        await expectAccessibleInBoth(page, dialog);
        const box = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(box, 'nothing sticks out of the dialog').toBe(0);
      }
      await page.keyboard.press('Escape');
      if (title === 'Schedule') await press(page, 'Discard changes');
      await expect(dialog).toHaveCount(0);
      await expect(editorOf(page).getByRole('button', { name: `Add ${title}`, exact: true })).toBeFocused();
    });
});
