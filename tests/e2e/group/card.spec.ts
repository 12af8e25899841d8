/** What a tutor does with one device on its card, and with the cards as a whole by keyboard. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { launch } from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

async function open(page: Page, classroom: RunningClassroom): Promise<readonly SimulatedDevice[]> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(30);
  return classroom.simulatedClass?.devices ?? [];
}

const isWindows = ({ hostname }: SimulatedDevice) => hostname.startsWith('RS-');

function firstOf(devices: readonly SimulatedDevice[], matches: (device: SimulatedDevice) => boolean) {
  const device = devices.find(matches);
  if (!device) throw new Error('the class has no such device');
  return device;
}

test('an alias reaches the device and the card, and can be taken away again', async ({ page, classroom }) => {
  const [device] = await open(page, classroom);
  if (!device) throw new Error('the class is empty');
  const card = cardOf(page, device.hostname);
  // The pencil comes with the pointer.
  await card.hover();
  await card.getByRole('button', { name: `Set an alias for ${device.userName}` }).click();
  await page.keyboard.type('Window seat');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => device.alias()).toBe('Window seat');
  await expect(card.getByText('Window seat', { exact: true })).not.toHaveAttribute('data-pending');

  // The focus is back on the pencil.
  await expect(card.getByRole('button', { name: 'Set an alias for Window seat' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect.poll(() => device.alias()).toBeUndefined();
  await expect(card.getByText(device.userName, { exact: true })).not.toHaveAttribute('data-pending');
});

test('a tab is brought to the front and closed on the device', async ({ page, classroom }) => {
  const device = firstOf(await open(page, classroom), (each) => !isWindows(each));
  await launch(page, [device], { urls: ['https://first.example/', 'https://second.example/'] });
  const card = cardOf(page, device.hostname);
  const opener = card.getByRole('button', { name: /^\d+ opened tabs? of / });
  await opener.click();
  const list = page.getByRole('dialog', { name: /^\d+ opened tabs? of / });
  await expect(list).toBeVisible();
  await expectAccessible(page);

  const behind = device.tabs().find(({ url }) => url === 'https://first.example/');
  if (!behind) throw new Error('the first page is closed');
  expect(behind.active).toBe(false);
  await list.getByRole('button', { name: `Show ${behind.title} on the device` }).click();
  const tabNow = () => device.tabs().find(({ tabId }) => tabId === behind.tabId);
  await expect.poll(() => tabNow()?.active).toBe(true);
  await expect(list.getByRole('listitem').filter({ hasText: '(active)' })).toContainText(behind.title);

  await list.getByRole('button', { name: `Close ${behind.title}` }).click();
  await expect.poll(tabNow).toBeUndefined();
  await expect(list.getByRole('button', { name: `Close ${behind.title}` })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('an application is closed on the device, and then all of them', async ({ page, classroom }) => {
  const device = firstOf(await open(page, classroom), isWindows);
  await launch(page, [device], { commands: ['first.exe', 'second.exe'] });
  const windowIds = () => device.applications().map(({ windowId }) => windowId);
  const windowOf = (command: string) =>
    device.applications().find(({ processName }) => processName === command)?.windowId;
  const [first, second] = [windowOf('first.exe'), windowOf('second.exe')];
  const before = windowIds();
  await cardOf(page, device.hostname)
    .getByRole('button', { name: /^\d+ opened applications? of / })
    .click();
  const list = page.getByRole('dialog', { name: /^\d+ opened applications? of / });
  const close = (title: string) => list.getByRole('button', { name: `Close ${title}`, exact: true });
  await close('first.exe').click();
  await expect.poll(windowIds).not.toContain(first);
  expect(windowIds()).toContain(second);
  await expect(close('second.exe')).toBeVisible();

  await list.getByRole('button', { name: 'Close all' }).click();
  // Where more than one is open it asks first.
  if (await list.getByText(/^Close all \d+\?/).isVisible())
    await list.getByRole('button', { name: 'Close all' }).click();
  await expect.poll(() => windowIds().filter((windowId) => before.includes(windowId))).toEqual([]);
  await expect(close('second.exe')).toHaveCount(0);
});

test('another group begins with its devices, and nothing of it is selected', async ({ page, classroom }) => {
  await open(page, classroom);
  const selected = page.locator('ul[aria-label="Devices"] input[type=checkbox]:checked');
  const boxes = cards(page).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(selected).toHaveCount(2);
  await page.getByRole('tab', { name: /^Alerts/ }).click();
  await expect(page.getByRole('tabpanel', { name: /^Alerts/ })).toBeVisible();

  // The same devices by another rule: they would still be selected, if they were kept.
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Room 7A$/ });
  await link.click();
  await expect(page.getByRole('heading', { name: 'Room 7A', level: 1 })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Devices online' })).toHaveAttribute('aria-selected', 'true');
  await expect(cards(page)).toHaveCount(30);
  await expect(selected).toHaveCount(0);
});

test('cards are selected by keyboard, all at once, and by range', async ({ page, classroom }) => {
  await open(page, classroom);
  const boxes = cards(page).locator('input[type=checkbox]');
  const selected = page.locator('ul[aria-label="Devices"] input[type=checkbox]:checked');
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selected).toHaveCount(30);
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(selected).toHaveCount(4);
});
