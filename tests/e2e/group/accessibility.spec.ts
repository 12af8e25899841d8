/** Every state of the group screen, light and dark, narrow and wide: axe finds nothing serious, nothing sticks out. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessibility.ts';
import { pressAction, selectAll } from '../../support/class-actions.ts';
import { expect, test } from '../../support/classroom.ts';
import { signIn } from '../../support/sign-in.ts';
import { cards } from '../../support/wall.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];
const TABS = ['Group members', 'Alerts', 'Group policies'];
/** Those of the bar's actions that ask before they act. */
const ASKING = [
  'Notification',
  'Launch',
  'Lock',
  'Poll',
  'Power Actions',
  'Remote Login',
  'Policies',
  'Share Screen',
  'Send Files',
  'Collect Files',
];

async function expectGood(page: Page, what: string) {
  await test.step(what, async () => {
    await expectAccessible(page);
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide, 'nothing makes the page scroll sideways').toBeLessThanOrEqual(seen ?? 0);
  });
}

async function expectGoodDialogs(
  page: Page,
  openers: readonly string[],
  open: (name: string) => Promise<void>,
) {
  for (const name of openers) {
    await open(name);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await expectGood(page, name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of SIZES) {
    test.describe(`${colorScheme}, ${viewport.width} px`, () => {
      test.use({ colorScheme, viewport });

      test('tabs and dialogs of a group', async ({ page, classroom }) => {
        test.setTimeout(180_000);
        await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
        await expect(cards(page).first()).toBeVisible();
        await selectAll(page);
        await expectGood(page, 'devices');
        await expectGoodDialogs(page, ASKING, (name) => pressAction(page, name));
        for (const tab of TABS) {
          await page.getByRole('tab', { name: tab }).click();
          await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
          await expectGood(page, tab);
        }
      });
    });
  }
}
