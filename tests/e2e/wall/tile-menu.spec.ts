/** What is done from a wall: the menu of a tile, enlarged screens, and groups that take turns. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const tiles = (page: Page) => page.locator('ul[aria-label="Devices"] > li[data-tile]');
const tileOf = (page: Page, name: string) => tiles(page).filter({ hasText: name });
const menu = (page: Page) => page.getByRole('menu');

/** The open menu ends by Escape, and the tile's menu opens before that end is drawn. */
const closeAndOpenAtOnce = (link: Locator) =>
  link.evaluate((element) => {
    const init = { bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, key: 'Escape' }));
    element.dispatchEvent(new MouseEvent('contextmenu', init));
  });

async function openWall(page: Page, classroom: RunningClassroom): Promise<string> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(page).toHaveURL(/\/group\/[^/]+$/);
  const path = new URL(page.url()).pathname;
  await page.goto(`${classroom.consoleUrl}${path}/grid`);
  await expect(tiles(page).first()).toBeVisible();
  return path;
}

test('a tile’s menu acts on its device, by the mouse and by the keyboard', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 3 });
  const [first, second] = classroom.simulatedClass?.devices ?? [];
  if (!first || !second) throw new Error('the class is empty');
  await openWall(page, classroom);

  await tileOf(page, first.hostname).click({ button: 'right' });
  await expect(menu(page)).toHaveAccessibleName(/^Actions for /);
  await expectAccessibleInBoth(page);
  await menu(page).getByRole('menuitem', { name: 'Mute', exact: true }).click();
  await expect.poll(() => first.muted()).toBe(true);
  expect(second.muted()).toBe(false);

  await tileOf(page, second.hostname).getByRole('link').focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(tileOf(page, second.hostname).getByRole('link')).toBeFocused();

  await page.keyboard.press('Shift+F10');
  await expect(menu(page)).toBeVisible();
  await closeAndOpenAtOnce(tileOf(page, second.hostname).getByRole('link'));
  await menu(page).getByRole('menuitem', { name: 'Lock', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Lock' }).getByRole('button', { name: 'Lock', exact: true }).click();
  await expect.poll(() => second.locked()).toBe(true);
  expect(first.locked()).toBe(false);
  await expect(tileOf(page, second.hostname).getByRole('link')).toBeFocused();
});

test('screens are enlarged above the wall, six at most, and go when their device leaves', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 8 });
  const devices = classroom.simulatedClass?.devices ?? [];
  await openWall(page, classroom);
  const enlarged = page.getByRole('article', { name: /^Enlarged screen of / });
  const enlarge = async (hostname: string) => {
    await tileOf(page, hostname).hover();
    await tileOf(page, hostname).locator('[data-tile-menu]').click();
    return menu(page).getByRole('menuitem', { name: 'Enlarge' });
  };

  for (const [at, device] of devices.slice(0, 6).entries()) {
    await (await enlarge(device.hostname)).click();
    await expect(enlarged).toHaveCount(at + 1);
  }
  await expect(enlarged.locator('[data-shown="stream"], [data-shown="thumbnail"]')).toHaveCount(6);
  await expect(page.locator('[data-mark="live"]').first()).toBeVisible({ timeout: 20_000 });
  await expectAccessibleInBoth(page);
  await expectFits(page);

  const seventh = await enlarge(devices[6]?.hostname ?? '');
  await expect(seventh).toHaveAttribute('aria-disabled', 'true');
  await expect(seventh).toHaveAccessibleDescription(/Six screens can be enlarged/);
  await page.keyboard.press('Escape');

  await devices[0]?.stop();
  await expect(enlarged).toHaveCount(5, { timeout: 30_000 });
  await enlarged
    .first()
    .getByRole('button', { name: /^Close the enlarged screen/ })
    .click();
  await expect(enlarged).toHaveCount(4);
  await page.getByRole('button', { name: 'Close all' }).click();
  await expect(enlarged).toHaveCount(0);
});

test('chosen groups take turns, and end', { tag: '@rare' }, async ({ page, classroom }) => {
  await openWall(page, classroom);
  await page.getByRole('button', { name: 'Rotate groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate groups' });
  const groups = dialog.getByRole('listbox', { name: 'Groups' }).getByRole('option');
  const chosen = dialog.getByRole('listbox', { name: 'Groups' }).getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Start' })).toHaveAccessibleDescription(
    'Choose at least two groups',
  );
  await expectAccessibleInBoth(page);
  await groups.last().click();
  await expect(chosen).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Each group is shown for' }).selectOption('1 minute');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^Group [12] of 2/)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('every')).toBe('60');

  await page.getByRole('button', { name: 'Rotate groups' }).click();
  await expect(chosen).toHaveCount(2);
  await dialog.getByRole('button', { name: 'End turns' }).click();
  await expect(page.getByText(/^Group [12] of 2/)).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
});

test('groups of the address take turns, until a tutor stays', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  const path = await openWall(page, classroom);
  const own = decodeURIComponent(path.split('/')[2] ?? '');
  await page.goto(`${classroom.consoleUrl}/settings/groups`);
  const links = page.locator('main td a[href^="/group/"]');
  await expect(links.nth(1)).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const other = hrefs.map((href) => decodeURIComponent(href.split('/')[2] ?? '')).find((id) => id !== own);
  const groups = encodeURIComponent(JSON.stringify([own, 'no-such-group', other]));

  await page.goto(`${classroom.consoleUrl}${path}/grid?groups=${groups}&every=10`);
  await expect(page.getByText('Group 1 of 2')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/group/${encodeURIComponent(other ?? '')}/grid`), {
    timeout: 25_000,
  });
  await expect(page.getByText('Group 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this group' }).click();
  await expect(page.getByText('paused')).toBeVisible();
  await page.getByRole('button', { name: /^Next group: / }).click();
  await expect(page).toHaveURL(new RegExp(`/group/${encodeURIComponent(own)}/grid`));
});
