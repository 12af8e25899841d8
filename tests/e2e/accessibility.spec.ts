/**
 * Every screen of the console, light and dark, narrow and wide: axe finds nothing serious, nothing sticks out. Those of the
 * admin realm are in `admin/every-screen.spec.ts`.
 */
import { expectAccessibleInBoth, expectFits } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];

test.use({ colorScheme: 'light' });

test('console: group, groups list, switcher, shortcuts, account menu', async ({ page, classroom }) => {
  test.setTimeout(120_000);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(classroom.consoleUrl);
    await expect(cards(page).first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await page.keyboard.press('Control+g');
    await expect(page.getByPlaceholder('Search groups...')).toBeFocused();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await page.goto(`${classroom.consoleUrl}/settings/groups`);
    await expect(page.getByRole('main').getByText('All devices').first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBoth(page);
});

test('sign-in: login page and site selector', async ({ page, classroom }) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(`${classroom.loginUrl}/sign-in`);
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
});
