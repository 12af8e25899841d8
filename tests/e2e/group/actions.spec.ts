/** What the action bar does to devices: each action is pressed as a tutor would, and then the device is asked. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { actionBar, newestActivity, pressAction, select } from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const UNSUPPORTED = 'Some selected clients do not support this action';

test.use({ viewport: { width: 1600, height: 1000 } });

async function open(page: Page, classroom: RunningClassroom) {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(30);
  const free = (classroom.simulatedClass?.devices ?? []).filter(
    (device) => !device.locked() && !device.muted(),
  );
  const isWindows = ({ hostname }: SimulatedDevice) => hostname.startsWith('RS-');
  const [windows, secondWindows] = free.filter(isWindows);
  const [chrome, secondChrome] = free.filter((device) => !isWindows(device));
  if (!windows || !secondWindows || !chrome || !secondChrome) throw new Error('the class is too small');
  return { windows, secondWindows, chrome, secondChrome };
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const barButton = (page: Page, name: string) => actionBar(page).getByRole('button', { name, exact: true });
const confirmed = (page: Page, title: string, text: string | RegExp) =>
  expect(newestActivity(page).filter({ hasText: title })).toContainText(text);

/** How often a device has done something, well. */
const times = (device: SimulatedDevice, action: string) =>
  device.actionsDone().filter((done) => done.action === action && done.ok).length;

test('mute, inputs and full screen change at once, and can be taken back', async ({ page, classroom }) => {
  const { windows, chrome } = await open(page, classroom);
  await select(page, [windows, chrome]);

  await pressAction(page, 'Mute');
  await expect.poll(() => [windows.muted(), chrome.muted()]).toEqual([true, true]);
  await expect(barButton(page, 'Mute')).toHaveAttribute('aria-disabled', 'true');
  await expect(barButton(page, 'Mute')).toHaveAttribute('data-tip', 'All selected devices are muted');
  await page.getByRole('button', { name: 'Undo: Mute' }).click();
  await expect.poll(() => [windows.muted(), chrome.muted()]).toEqual([false, false]);
  await expect(barButton(page, 'Mute')).toHaveAttribute('aria-disabled', 'false');
  await pressAction(page, 'Mute');
  await expect.poll(() => [windows.muted(), chrome.muted()]).toEqual([true, true]);
  await expect(barButton(page, 'Unmute')).toHaveAttribute('aria-disabled', 'false');
  await pressAction(page, 'Unmute');
  await expect.poll(() => [windows.muted(), chrome.muted()]).toEqual([false, false]);

  await pressAction(page, 'Block Inputs');
  await expect.poll(() => [windows.inputsBlocked(), chrome.inputsBlocked()]).toEqual([true, true]);
  await confirmed(page, 'Block Inputs', '2 of 2 confirmed');
  await page.getByRole('button', { name: 'Undo: Block Inputs' }).click();
  await expect.poll(() => [windows.inputsBlocked(), chrome.inputsBlocked()]).toEqual([false, false]);
  await pressAction(page, 'Block Inputs');
  await expect.poll(() => windows.inputsBlocked()).toBe(true);
  await expect(barButton(page, 'Allow Inputs')).toHaveAttribute('aria-disabled', 'false');
  await pressAction(page, 'Allow Inputs');
  await expect.poll(() => [windows.inputsBlocked(), chrome.inputsBlocked()]).toEqual([false, false]);

  // Only browsers know full screen: the button warns, and nothing goes to the Windows device.
  await expect(barButton(page, 'Full Screen')).toHaveAttribute('aria-description', UNSUPPORTED);
  const goFull = async () => {
    await pressAction(page, 'Full Screen');
    await expect.poll(() => chrome.state().fullScreen).toBe('requested');
    chrome.decideFullScreen(true);
    await expect.poll(() => chrome.state().fullScreen).toBe('FULL');
    await expect(barButton(page, 'Full Screen')).toHaveAttribute('aria-disabled', 'true');
  };
  await goFull();
  await page.getByRole('button', { name: 'Undo: Full Screen' }).click();
  await expect.poll(() => chrome.state().fullScreen).toBeUndefined();
  await expect(barButton(page, 'Full Screen')).toHaveAttribute('aria-disabled', 'false');
  await goFull();
  await pressAction(page, 'End Full Screen');
  await expect.poll(() => chrome.state().fullScreen).toBeUndefined();
  expect(windows.actionsDone().filter(({ action }) => action === 'fullScreen')).toEqual([]);

  await pressAction(page, 'Request Name');
  await expect
    .poll(() => [windows.state().nameRequested, chrome.state().nameRequested])
    .toEqual([true, true]);
  // Under the names that they have already: other tests look for them.
  for (const device of [windows, chrome]) expect(device.giveName(device.userName)).toBe(true);
  await expect
    .poll(() => [windows.state().name, chrome.state().name])
    .toEqual([windows.userName, chrome.userName]);
});

test('a notification reaches the devices that are meant, and is remembered', async ({ page, classroom }) => {
  const { windows, chrome, secondChrome } = await open(page, classroom);
  await select(page, [windows, chrome]);
  await pressAction(page, 'Notification');
  const form = dialog(page, 'Send notification');
  await expect(form.getByRole('textbox', { name: 'Title (optional)' })).toBeFocused();
  await expect(form.getByText('To 2 devices')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.type('Five minutes');
  await form.getByRole('textbox', { name: 'Message' }).fill('<b>Please</b> save your work 😀');
  await page.keyboard.press('Control+Enter');
  const shown = { title: 'Five minutes', message: '<b>Please</b> save your work 😀' };
  await expect.poll(() => [windows.notification(), chrome.notification()]).toEqual([shown, shown]);
  expect([times(windows, 'notification'), times(chrome, 'notification')]).toEqual([1, 1]);
  expect(times(secondChrome, 'notification')).toBe(0);

  await page.reload();
  await select(page, [chrome]);
  await pressAction(page, 'Notification');
  await expect(form.getByRole('textbox', { name: 'Title (optional)' })).toHaveValue('Five minutes');
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('<b>Please</b> save your work 😀');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(barButton(page, 'Notification')).toBeFocused();
});

test('a page opens everywhere, a program on Windows alone', async ({ page, classroom }) => {
  const { windows, chrome } = await open(page, classroom);
  await select(page, [windows, chrome]);
  await pressAction(page, 'Launch');
  const form = dialog(page, 'Launch');
  await form.getByRole('button', { name: 'Launch' }).click();
  await expect(form.getByText('Please enter an address')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('page.example/lesson');
  await page.keyboard.press('Enter');
  await expect.poll(() => chrome.tabs().map(({ url }) => url)).toContain('http://page.example/lesson');
  await expect.poll(() => windows.tabs().map(({ url }) => url)).toContain('http://page.example/lesson');
  expect(times(windows, 'launch')).toBe(1);

  // Its demand follows what neighbours look at.
  const asked = () => chrome.actionsDone().filter(({ action }) => action !== 'patchDemand');
  const before = asked().length;
  await pressAction(page, 'Launch');
  await form.getByRole('radio', { name: 'A program' }).check();
  await expect(form.getByText(UNSUPPORTED)).toBeVisible();
  await expect(form.getByText(`To ${windows.userName}`)).toBeVisible();
  await form.getByRole('textbox', { name: 'Command' }).fill('notepad.exe');
  await page.keyboard.press('Enter');
  await confirmed(page, 'Launch', 'Confirmed');
  expect(times(windows, 'launch')).toBe(2);
  expect(windows.applications().map(({ processName }) => processName)).toContain('notepad.exe');
  expect(asked()).toHaveLength(before);
});

test('a power action counts down on Windows devices, and can be replaced', async ({ page, classroom }) => {
  const { windows, chrome } = await open(page, classroom);
  await select(page, [windows, chrome]);
  await pressAction(page, 'Power Actions');
  const form = dialog(page, 'Power actions');
  await expect(form.getByText(UNSUPPORTED)).toBeVisible();
  await form.getByRole('textbox', { name: 'Countdown in seconds' }).fill('-1');
  await page.keyboard.press('Enter');
  await expect(form.getByText('Please choose an action')).toBeVisible();
  const wrong = form.getByText('Please enter a positive integer greater than or equal to 1 or leave blank');
  await expect(wrong).toBeVisible();
  await form.getByRole('radio', { name: 'Restart' }).check();
  await form.getByRole('textbox', { name: 'Countdown in seconds' }).fill('3600');
  await expect(wrong).toHaveCount(0);
  await form.getByRole('checkbox', { name: 'Students may cancel' }).check();
  await form.getByRole('textbox', { name: 'Message (optional)' }).fill('Save your work');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => windows.state().power)
    .toMatchObject({ action: 'reboot', allowToAbort: true, message: 'Save your work' });
  expect(chrome.state().power).toBeUndefined();
  expect(windows.abortPower()).toBe(true);
  expect(windows.state().power).toBeUndefined();
});

test('a device is shut down at once without a countdown', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 2 });
  const [windows, chrome] = classroom.simulatedClass?.devices ?? [];
  if (!windows || !chrome) throw new Error('the class is too small');
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await select(page, [windows, chrome]);
  await pressAction(page, 'Power Actions');
  await dialog(page, 'Power actions').getByRole('radio', { name: 'Shut down' }).check();
  await page.keyboard.press('Enter');
  await expect.poll(() => [windows.online(), chrome.online()]).toEqual([false, true]);
  expect(times(windows, 'powerAction')).toBe(1);
  await expect(cards(page)).toHaveCount(1);
});

test('a remote login signs in Windows devices; the name is remembered, the password is not', async ({
  page,
  classroom,
}) => {
  const { secondWindows, secondChrome } = await open(page, classroom);
  await select(page, [secondWindows, secondChrome]);
  await pressAction(page, 'Remote Login');
  const form = dialog(page, 'Remote login');
  await expect(form.getByText(UNSUPPORTED)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Please enter a user name')).toBeVisible();
  await page.keyboard.type('ada');
  await form.getByRole('textbox', { name: 'Password (optional)' }).fill('correct horse');
  await form.getByRole('textbox', { name: 'Domain (optional)' }).fill('school');
  await page.keyboard.press('Enter');
  await expect.poll(() => secondWindows.state().login).toEqual({ username: 'ada', domain: 'school' });
  expect(times(secondChrome, 'login')).toBe(0);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('correct horse');
  await pressAction(page, 'Remote Login');
  await expect(form.getByRole('textbox', { name: 'User name' })).toHaveValue('ada');
  await expect(form.getByRole('textbox', { name: 'Password (optional)' })).toHaveValue('');
});
