/** The debug view of a class, and the sentences that say why a device is dark: what causes them is done to the devices. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { cardOf } from '../../support/console/wall.ts';
import { CLASS_SIZE, expect, OUTAGE, test } from '../../support/faults/fault-stage.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];

const statistic = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).locator('xpath=following-sibling::dd');
const clients = (page: Page) => page.getByRole('list', { name: 'Client Data' }).locator('> li');
const clientCard = (page: Page, hostname: string) => clients(page).filter({ hasText: hostname });

async function openDebugView(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Debug view/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Debug View - / })).toBeVisible();
  await expect(clients(page)).toHaveCount(CLASS_SIZE);
}

test('shows what is asked and answered, last wills and pings', { tag: '@rare' }, async ({
  stage,
  openTabs,
}) => {
  test.setTimeout(150_000);
  const { tabs, groupId } = await openTabs(stage.classroom);
  const [page] = tabs;
  const devices = stage.classroom.simulatedClass?.devices ?? [];
  await openDebugView(page);
  await expect(statistic(page, 'Total Clients Seen')).toHaveText(String(CLASS_SIZE));
  await expect(statistic(page, 'Clients Online')).toHaveText(String(CLASS_SIZE));
  await expect(statistic(page, 'Clients with Info')).toHaveText(String(CLASS_SIZE));
  const demands = page.getByRole('region', { name: 'Group Demands Sent' });
  await expect(demands.getByRole('listitem').filter({ hasText: 'statuses' }).first()).toBeVisible();

  const [device] = devices;
  if (!device) throw new Error('the class is empty');
  const card = clientCard(page, device.hostname);
  await expect(card.getByText('ONLINE', { exact: true })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Flags' })).toContainText('Visible: Y');
  await expect(card).toContainText('Updates are paused while it is out of view.');

  await page.getByRole('checkbox', { name: 'Show Standard View' }).check();
  await expect(demands.getByRole('listitem').filter({ hasText: 'thumbnails' }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Standard View' }).locator('> li')).toHaveCount(CLASS_SIZE);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await page.screenshot({ path: test.info().outputPath(`debug-${size.width}.png`) });
  }
  await page.getByRole('checkbox', { name: 'Show Standard View' }).uncheck();

  await device.stop();
  await expect(card.getByText('OFFLINE', { exact: true })).toBeVisible();
  await expect(card).toContainText(
    /Offline since \d\d?:\d\d( [AP]M)?: it was switched off or its agent was closed\./,
  );
  device.start();
  await expect(card.getByText('ONLINE', { exact: true })).toBeVisible({ timeout: 20_000 });

  await page.getByRole('button', { name: 'Clear All Debug Data' }).click();
  await expect(page.getByText('No group demands sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh online devices' }).click();
  await expect(page.getByText('Devices are asked again…')).toBeAttached();
  await expect(demands.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to Group' }).click();
  await expect(page).toHaveURL(new RegExp(`/group/${groupId}$`));
});

test('a card, a device and the debug view say why a screen is dark', { tag: '@rare' }, async ({
  stage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const { tabs } = await openTabs(stage.classroom);
  const [page] = tabs;
  const device = (stage.classroom.simulatedClass?.devices ?? []).find((each) => each.online());
  if (!device) throw new Error('nobody is there');
  const privacy = 'Privacy is on at the device. The student turns it off there.';
  device.setPrivacy(true);
  await expect(cardOf(page, device.hostname)).toContainText(privacy);
  await openDebugView(page);
  await expect(clientCard(page, device.hostname)).toContainText(privacy);
  await page.getByRole('link', { name: 'Back to Group' }).click();
  await cardOf(page, device.hostname)
    .getByRole('link', { name: /^Open / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Screen' })).toContainText(privacy);
  await page.getByRole('link', { name: 'Why is this device dark?' }).click();
  await expect(clientCard(page, device.hostname)).toBeFocused();
  await expect(clientCard(page, device.hostname)).toBeInViewport();
  device.setPrivacy(false);
  await expect(clientCard(page, device.hostname)).toContainText('Updates are paused while it is out of view');
  await stage.network.cut();
  await expect(clientCard(page, device.hostname)).toContainText(
    /This console is not connected since \d\d?:\d\d( [AP]M)?\. Check the network of this computer/,
    { timeout: 20_000 },
  );
  await stage.network.restore();
  await expect(clientCard(page, device.hostname)).toContainText(
    'Updates are paused while it is out of view',
    { timeout: 40_000 },
  );
});
