/** The settings of a site, and what they do. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const inventory = (page: Page) => page.getByRole('switch', { name: 'Inventory' });

test('a maintainer switches the inventory off and on, by keyboard, and others see it', {
  tag: '@rare',
}, async ({ page, context, ownClassroom, pageErrors }) => {
  const { consoleUrl } = await ownClassroom();
  await signIn(page, { consoleUrl: `${consoleUrl}/settings/groups`, email: 'maintainer@demo.example' });
  await page.getByRole('tab', { name: 'Groups' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/settings\/site-settings$/);
  await expect(inventory(page)).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await expectAccessibleInBoth(page);
  await inventory(page).press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved successfully')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Settings saved successfully')).toHaveCount(0);

  await test.step('another tutor reads it, and may not change it', async () => {
    const other = await (await page.context().browser()?.newContext())?.newPage();
    if (!other) throw new Error('no other browser');
    await signIn(other, {
      consoleUrl: `${consoleUrl}/settings/site-settings`,
      email: 'teacher@demo.example',
    });
    await expect(
      other.getByText('The Group Maintainer role is required to modify site settings.'),
    ).toBeVisible();
    await expect(inventory(other)).not.toBeChecked();
    await expect(inventory(other)).toBeDisabled();
    await expect(other.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expectAccessible(other);
    await inventory(page).press('Space');
    await page.keyboard.press('Enter');
    await expect(inventory(other)).toBeChecked();
    await other.context().close();
  });

  await test.step('what the platform refuses is said, and nothing is lost', async () => {
    pageErrors.allow(/403|503|Failed to load resource/);
    const answers = (status: number, message: string) =>
      context.route('**/v1/site-settings/clients', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({
              status,
              headers: { 'access-control-allow-origin': new URL(consoleUrl).origin },
              json: { code: status === 403 ? 'forbidden' : 'server', message, messages: [message] },
            })
          : route.fallback(),
      );
    await answers(403, 'no');
    await inventory(page).press('Space');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      "Permission denied. You don't have sufficient privileges to update site settings.",
    );
    await expect(inventory(page)).not.toBeChecked();
    await context.unroute('**/v1/site-settings/clients');
    await answers(503, 'The database is away.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to save settings. The database is away.');
    await expectAccessibleInBoth(page);
  });
});
