/** Rooms by the keyboard alone. */
import { button, tabTo } from '../../support/browser/tab-to.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { composer, said } from '../../support/console/rooms.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test('rooms are made, filled, renamed and closed without a mouse', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 0 });
  await signIn(page, { consoleUrl: `${classroom.consoleUrl}/rooms`, email: 'teacher@demo.example' });
  const dialog = page.getByRole('dialog');
  const focusIsLost = () => page.evaluate(() => document.activeElement === document.body);

  await tabTo(page, button('Add'));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, { role: 'radio', name: 'A group' });
  await page.keyboard.press('ArrowRight');
  await tabTo(page, { role: 'textbox', name: 'Name' });
  await page.keyboard.type('Volcanoes');
  await tabTo(page, { role: 'searchbox', name: 'Search by name' });
  await page.keyboard.type('Lars');
  await tabTo(page, { role: 'listbox', name: 'People' });
  await page.keyboard.press(' ');
  await tabTo(page, button('Create'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Volcanoes', level: 2 })).toBeVisible();

  await tabTo(page, { role: 'textbox', name: 'Message' });
  await page.keyboard.type('Hello');
  await page.keyboard.press('Enter');
  await expect(said(page, 'Hello')).toBeVisible();
  await expect(composer(page)).toBeFocused();

  await tabTo(page, button('Invite User'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, { role: 'searchbox', name: 'Search by name' });
  await page.keyboard.type('Zainab');
  await tabTo(page, { role: 'listbox', name: 'People' });
  await page.keyboard.press(' ');
  await tabTo(page, button('Save'));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await focusIsLost()).toBe(false);
  await expect(page.getByText('Offline User - 2')).toBeVisible();

  await tabTo(page, { role: 'button', name: /^Remove Zainab/ });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Offline User - 1')).toBeVisible();

  await tabTo(page, button('Room actions'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open on devices' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, { role: 'textbox', name: 'Name' });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Etna');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Etna', level: 2 })).toBeVisible();
  expect(await focusIsLost()).toBe(false);

  await tabTo(page, button('Room actions'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Close Room' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, button('Close Room'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Select your room from categories')).toBeVisible();

  await tabTo(page, { role: 'link', name: '7A Mathematics' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '7A Mathematics', level: 2 })).toBeVisible();
});
