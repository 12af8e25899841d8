/** One device up close: the way there and back, its screen, what is open on it, its alerts, and that it leaves. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { launch, newestActivity } from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const TEACHER = 'teacher@demo.example';

test.use({ viewport: { width: 1920, height: 1080 } });

async function openGroup(page: Page, classroom: RunningClassroom): Promise<readonly SimulatedDevice[]> {
  const devices = classroom.simulatedClass?.devices ?? [];
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: TEACHER });
  await expect(cards(page)).toHaveCount(devices.length);
  return devices;
}

/** Follows the name on its card. */
async function openDevice(page: Page, { hostname, userName }: SimulatedDevice): Promise<void> {
  await cardOf(page, hostname).getByRole('link', { name: userName, exact: true }).click();
  await expect(page.getByRole('heading', { name: userName, level: 1 })).toBeVisible();
}

const isWindows = ({ hostname }: SimulatedDevice) => hostname.startsWith('RS-');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for this device' });
const canvasWidth = (page: Page) =>
  page.getByRole('img', { name: /^Screen of / }).evaluate((canvas: HTMLCanvasElement) => canvas.width);

test('the name on a card leads to the device, which shows pictures in full size where no stream comes', async ({
  page,
  classroom,
}) => {
  // The tab waits at the peer server for a call that never comes.
  await page.routeWebSocket(/\/peer/, () => {});
  const device = (await openGroup(page, classroom)).find(isWindows);
  if (!device) throw new Error('nobody has Windows');
  const groupPath = new URL(page.url()).pathname;
  await openDevice(page, device);
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(new RegExp(`^${groupPath}/user/[^/]+/device/${device.clientId()}/[^/]+$`));
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Applications' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('A picture every 5 s')).toBeVisible();
  await expect.poll(() => canvasWidth(page)).toBeGreaterThan(900);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to Group View' }).click();
  await expect(page).toHaveURL(new RegExp(`${groupPath}$`));
  // The same device among those of the site: there is no group to go back to.
  await page.goto(`${classroom.consoleUrl}${pathname.replace(/^\/group\/[^/]+\/user/, '/clients/u')}`);
  await expect(page.getByRole('heading', { name: device.hostname, level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Devices' })).toHaveAttribute('href', /\/clients$/);
});

test('a tab is closed on the device, and the device is locked from the bar', async ({ page, classroom }) => {
  const devices = await openGroup(page, classroom);
  const device = devices.find((each) => !isWindows(each) && !each.locked());
  if (!device) throw new Error('every browser is locked');
  await launch(page, [device], { urls: ['https://first.example/', 'https://second.example/'] });
  await openDevice(page, device);
  const tabs = page.getByRole('tabpanel', { name: 'Tabs' });
  const urls = () => device.tabs().map(({ url }) => url);
  await tabs.getByRole('button', { name: 'Close first.example', exact: true }).click();
  await expect.poll(urls).not.toContain('https://first.example/');
  expect(urls()).toContain('https://second.example/');

  await bar(page).getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('dialog', { name: 'Lock' }).getByRole('button', { name: 'Lock', exact: true }).click();
  await expect.poll(() => device.locked()).toBe(true);
  await expect(page.getByRole('img', { name: 'Locked' })).toBeVisible();
  await expect(newestActivity(page)).toContainText('Confirmed');
  await bar(page).getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect.poll(() => device.locked()).toBe(false);
});

test('the bell of a card leads to the alerts of its device', async ({ page, classroom }) => {
  await openGroup(page, classroom);
  await cards(page)
    .getByRole('link', { name: /new alerts? from / })
    .first()
    .click();
  await expect(page).toHaveURL(/\?tab=Alerts$/);
  const tab = page.getByRole('tab', { name: /^Alerts/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible();
  // They have been looked at.
  await expect(tab).toHaveText('Alerts');
  await page.getByRole('tab', { name: /^(Tabs|Applications)$/ }).click();
  await expect(page).not.toHaveURL(/tab=/);
});

test('a device that leaves is said, and the tutor is back in the group', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 2 });
  const [device] = await openGroup(page, classroom);
  if (!device) throw new Error('the class is empty');
  const groupUrl = page.url();
  await openDevice(page, device);
  const deviceUrl = page.url();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await device.stop();
  await expect(page.getByText('Device is disconnected')).toBeVisible();
  await expect(page).toHaveURL(groupUrl);

  // The directory knows it: it stays, and says that it is off.
  await page.goto(deviceUrl);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByText('This device is not connected').first()).toBeVisible();
  // Nobody knows this one.
  await page.goto(deviceUrl.replace(/\/device\/.*/, '/client/nothing'));
  await expect(page.getByText('Device is disconnected')).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(groupUrl);
});
