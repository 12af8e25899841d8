/** Remote control of one device: its screen, its keys, how it ends, and what is said where it cannot be reached. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { pressAction, select, selectAll } from '../../support/console/class-actions.ts';
import { coloursOf, overlayOf, remoteScreenOf } from '../../support/console/remote-screen.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { connectHandMade } from '../../support/devices/hand-made-device.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const UNREACHABLE =
  'The remote control was stopped because the student machine is not reachable from your current network';
/** Of the badge, the frame and the keys on the device's screen. */
const SIGN = '109,63,209';

test.use({ viewport: { width: 1600, height: 1000 } });

async function openGroup(
  page: Page,
  classroom: RunningClassroom,
  email = 'teacher@demo.example',
): Promise<readonly SimulatedDevice[]> {
  const devices = classroom.simulatedClass?.devices ?? [];
  await signIn(page, { consoleUrl: classroom.consoleUrl, email });
  await expect(cards(page)).toHaveCount(devices.length);
  return devices;
}

function windowsDevice(devices: readonly SimulatedDevice[]): SimulatedDevice {
  const device = devices.find(({ hostname, locked }) => hostname.startsWith('RS-') && !locked());
  if (!device) throw new Error('nobody has Windows');
  return device;
}

const keysOf = (device: SimulatedDevice) =>
  device.remoteKeys().map(({ key, modifiers }) => [...modifiers, key].join('+'));

test('a tutor sees the screen of a device, types there, and leaves it', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  const device = windowsDevice(await openGroup(page, classroom));
  await cardOf(page, device.hostname).getByRole('link', { name: device.userName, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Actions for this device' });
  await expect(bar).toBeVisible();
  const button = bar.getByRole('button', { name: 'Remote Control', exact: true });
  if (await button.isVisible()) await button.click();
  else {
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remote Control', exact: true }).click();
  }
  const overlay = overlayOf(page);
  const screen = remoteScreenOf(page);
  await expect(screen).toBeFocused();
  expect(device.state().remoteControl).toBeDefined();
  await expect.poll(async () => Object.keys(await coloursOf(screen)).length).toBeGreaterThan(100);
  await expect.poll(async () => (await coloursOf(screen))[SIGN] ?? 0).toBeGreaterThan(1_000);
  // It fills the window as far as its shape allows.
  const box = await screen.boundingBox();
  expect(box?.width).toBeGreaterThan(1_300);
  await expectAccessible(page);

  const before = (await coloursOf(screen))[SIGN] ?? 0;
  await page.keyboard.type('abc');
  await expect.poll(() => keysOf(device)).toEqual(['a', 'b', 'c']);
  // They are shown there.
  await expect.poll(async () => (await coloursOf(screen))[SIGN] ?? 0).toBeGreaterThan(before + 1_000);

  await overlay.getByRole('button', { name: 'Ctrl+Alt+Del' }).click();
  await expect.poll(() => keysOf(device).slice(3)).toEqual(['Control', 'Control+Alt', 'Control+Alt+Delete']);

  // Held by a button; the focus stays with the device.
  const control = overlay.getByRole('button', { name: 'Ctrl', exact: true });
  await control.click();
  await expect(control).toHaveAttribute('aria-pressed', 'true');
  await expect(screen).toBeFocused();
  await page.keyboard.press('c');
  await control.click();
  await expect(control).toHaveAttribute('aria-pressed', 'false');
  await overlay.getByRole('button', { name: 'Tab', exact: true }).click();
  await expect.poll(() => keysOf(device).slice(6)).toEqual(['Control', 'Control+c', 'Tab']);

  // The keys of the page are the device's.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+g');
  await expect.poll(() => keysOf(device).slice(9)).toEqual(['Escape', 'Tab', 'Control', 'Control+g']);
  await expect(overlay).toBeVisible();
  await expect(screen).toBeFocused();

  // The way out, and back. What was held down on the way is up again at the device.
  await page.keyboard.press('Control+Alt+Home');
  await expect(control).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(overlay.getByRole('button', { name: 'Alt', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(screen).toBeFocused();
  await page.keyboard.press('x');
  await expect.poll(() => keysOf(device).at(-1)).toBe('x');

  // Nor does a browser close it while nothing in it has the focus: what runs is seen.
  await page.keyboard.press('Control+Alt+Home');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await expect(screen).toBeFocused();
  // The first of them led there.
  await expect.poll(() => keysOf(device).slice(-4).join(' ')).toMatch(/^(?!Escape)\S+ Escape Escape Escape$/);
  await expect(overlay).toBeVisible();

  await overlay.getByRole('button', { name: 'Disconnect' }).click();
  await expect(overlay).toBeHidden();
  await expect.poll(() => device.state().remoteControl).toBeUndefined();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();
});

test('in a group it is for one device, is taken over by who confirms it, and ends with the device', {
  tag: '@rare',
}, async ({ page, ownClassroom, browser }) => {
  const classroom = await ownClassroom({ students: 6 });
  const devices = await openGroup(page, classroom);
  const device = windowsDevice(devices);
  await selectAll(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem', { name: /^Remote Control/ });
  const button = page.getByRole('button', { name: 'Remote Control', exact: true });
  await expect(item.or(button).first()).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  for (const { userName, hostname } of devices)
    await page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` }).uncheck();
  await select(page, [device]);
  await pressAction(page, 'Remote Control');
  await expect(remoteScreenOf(page)).toBeFocused();

  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  const colleague = await context.newPage();
  await openGroup(colleague, classroom, 'maintainer@demo.example');
  await select(colleague, [device]);
  const me = device.state().remoteControl?.tutorName;
  await pressAction(colleague, 'Remote Control');
  await expect(overlayOf(colleague)).toContainText(`${me} controls this device. Take over?`);
  await expectAccessible(colleague);
  await expect(remoteScreenOf(page)).toBeVisible();
  await colleague.getByRole('button', { name: 'Take over' }).click();
  // It is there for three seconds.
  const told = page.getByText(`The remote control of ${device.userName} was taken over by`);
  await expect(told).toBeVisible();
  const words = await told.textContent();
  await expect(remoteScreenOf(colleague)).toBeFocused();
  await expect(overlayOf(page)).toBeHidden();
  const taker = device.state().remoteControl?.tutorName;
  expect(taker).not.toBe(me);
  expect(words).toContain(`was taken over by ${taker}`);

  await device.stop();
  await expect(overlayOf(colleague)).toBeHidden();
  await expect(colleague.getByText(/^The remote control (was stopped|of .* was ended)/)).toBeVisible();
  await context.close();
});

test('says so where the device is not reachable', { tag: '@rare' }, async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(
    /WebSocket connection to 'wss?:\/\/127\.0\.0\.1/,
    /ERR_CONNECTION_REFUSED/,
    /vnc\/ca|status of 404/,
  );
  const classroom = await ownClassroom({ students: 1 });
  await openGroup(page, classroom);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 6);
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const access = { url: `ws://127.0.0.1:${port}/`, password: 'once' };
  const asked = await device.lendScreen(access);
  await device.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [],
    alias: 'Far away',
    device: { hostname: 'FAR' },
    user: { id: 'u', name: 'Far away' },
  });
  await cardOf(page, 'Far away').getByRole('checkbox').check();
  const startedAt = Date.now();
  await pressAction(page, 'Remote Control');
  await expect(overlayOf(page)).toContainText('Connecting to Far away…');
  // After 5 s, which the unit tests measure by a clock; a busy machine shows the toast later.
  await expect(page.getByText(UNREACHABLE)).toBeVisible({ timeout: 15_000 });
  expect(Date.now() - startedAt).toBeGreaterThan(4_000);
  await expect(overlayOf(page)).toBeHidden();
  await expect.poll(() => asked).toEqual(['remoteControl', 'stopRemoteControl']);
  await page.getByRole('button', { name: `Close: ${UNREACHABLE}` }).click();
  await expect(page.getByText(UNREACHABLE)).toBeHidden();

  // Nobody listens there any more: the same for a page as a certificate that the browser does not trust.
  silent.close();
  access.url = `wss://127.0.0.1:${port}/`;
  await pressAction(page, 'Remote Control');
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  // This platform has no certificate, and says so instead of leading to an error.
  await expect(page.getByText(/this platform has none to download/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download certificate' })).toHaveCount(0);
  await device.stop();
});
