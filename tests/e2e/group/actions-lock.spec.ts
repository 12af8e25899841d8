/** Locking: what the preview shows is what the device gets, and nothing else. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import {
  actionBar,
  expectConfirmed,
  press,
  pressAction,
  select,
} from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { keptSessions } from '../../support/tutors/kept-sessions.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lock', exact: true });
const editor = (page: Page) => dialog(page).getByRole('textbox', { name: 'Message (optional)' });
const preview = (page: Page) => dialog(page).getByRole('region', { name: 'Preview' });

/** Where this tutor's last lock is remembered: nobody else who signs in here is shown it. */
async function lockKey(page: Page): Promise<string> {
  const [session] = Object.entries(await keptSessions(page));
  return session ? `lectern.lock.${session[0]} ${session[1].userId}` : '';
}

async function open(page: Page, classroom: RunningClassroom) {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(30);
  const free = (classroom.simulatedClass?.devices ?? []).filter((device) => !device.locked());
  const windows = free.find(({ hostname }) => hostname.startsWith('RS-'));
  const chrome = free.find(({ hostname }) => hostname.startsWith('CB-'));
  if (!windows || !chrome) throw new Error('the class is too small');
  await select(page, [windows, chrome]);
  return { windows, chrome };
}

test('a message is written, previewed, sent as it was shown, and taken away', async ({ page, classroom }) => {
  const { windows, chrome } = await open(page, classroom);
  await pressAction(page, 'Lock');
  await editor(page).click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Look');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' <i>here</i> ');
  await dialog(page).getByRole('button', { name: 'Text colour' }).click();
  await page.getByRole('menuitem', { name: 'Red' }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('please');
  await dialog(page).getByRole('button', { name: 'Align centre' }).click();
  const html =
    '<p style="text-align: center;"><strong>Look</strong> &lt;i&gt;here&lt;/i&gt; ' +
    '<span style="color: #ff8787;">please</span></p>';
  expect(await preview(page).locator('div > div').innerHTML()).toBe(html);
  // The page's policy lets the colour through.
  await expect(preview(page).getByText('please')).toHaveCSS('color', 'rgb(255, 135, 135)');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  const lock = { name: 'message', text: 'Look <i>here</i> please' };
  await expect.poll(() => windows.state().lock).toMatchObject(lock);
  await expect.poll(() => chrome.state().lock).toMatchObject(lock);
  await expectConfirmed(page, 'Lock', 2);
  expect(
    JSON.parse((await page.evaluate((key) => localStorage.getItem(key), await lockKey(page))) ?? ''),
  ).toEqual({
    mode: 'message',
    url: '',
    content: html,
  });

  await press(page, 'Unlock');
  await expect.poll(() => [windows.locked(), chrome.locked()]).toEqual([false, false]);

  // As it was last used: one press of Enter locks again.
  await expect(actionBar(page).getByRole('button', { name: 'Lock', exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await pressAction(page, 'Lock');
  await expect(dialog(page).getByRole('radio', { name: 'A message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => windows.state().lock).toMatchObject(lock);
  await expectConfirmed(page, 'Lock', 2);
  await page.getByRole('button', { name: 'Undo: Lock' }).click();
  await expect.poll(() => [windows.locked(), chrome.locked()]).toEqual([false, false]);
});

test('a page holds all of them, the current tab only browsers', async ({ page, classroom }) => {
  const { windows, chrome } = await open(page, classroom);
  await pressAction(page, 'Lock');
  await dialog(page).getByRole('radio', { name: 'A web page' }).check();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Please enter an address')).toBeVisible();
  await page.keyboard.type('page.example');
  await page.keyboard.press('Enter');
  const lock = { name: 'address', url: 'http://page.example' };
  await expect.poll(() => [windows.state().lock, chrome.state().lock]).toEqual([lock, lock]);
  await press(page, 'Unlock');
  await expect.poll(() => [windows.locked(), chrome.locked()]).toEqual([false, false]);

  await pressAction(page, 'Lock');
  await dialog(page).getByRole('radio', { name: 'The current tab' }).check();
  await expect(dialog(page).getByText('Some selected clients do not support this action')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => chrome.state().lock).toEqual({ name: 'current-tab' });
  expect(windows.locked()).toBe(false);
  await press(page, 'Unlock');
  await expect.poll(() => chrome.locked()).toBe(false);
});

test('a hostile message that somebody left behind is neither run, shown nor sent', async ({
  page,
  classroom,
  pageErrors,
}) => {
  // The browser says so of what it parses for the sanitiser; there it would not have run without the policy, either.
  pageErrors.allow(/Executing inline event handler violates/);
  const { windows } = await open(page, classroom);
  const content =
    '<p onclick="alert(1)" style="position:fixed">Hi<img src=x onerror="document.title=`ran`"></p>' +
    '<script>document.title="ran"</script><svg onload="document.title=`ran`"></svg>';
  await page.evaluate(
    ([key, left]) => localStorage.setItem(key, JSON.stringify({ mode: 'message', url: '', content: left })),
    [await lockKey(page), content] as const,
  );
  await pressAction(page, 'Lock');
  await expect(editor(page)).toHaveText('Hi');
  expect(await preview(page).locator('div > div').innerHTML()).toBe('<p>Hi</p>');
  await dialog(page).getByRole('radio', { name: 'A message' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => windows.state().lock).toMatchObject({ name: 'message', text: 'Hi' });
  expect(await page.title()).not.toBe('ran');
  await press(page, 'Unlock');
  await expect.poll(() => windows.locked()).toBe(false);
});

test('on a narrow dark screen everything is there, by keyboard', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  await open(page, classroom);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  const more = actionBar(page).getByRole('button', { name: 'More actions' });
  await more.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Power Actions' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  // One that can do nothing now stays where it is, and says why.
  const idle = page.getByRole('menuitem', { name: 'Allow Inputs' });
  await expect(idle).toHaveAttribute('aria-description', 'Inputs of no selected device are blocked');
  await idle.press('Enter');
  await expect(idle).toBeVisible();
  await page.getByRole('menuitem', { name: 'Power Actions' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Power actions' });
  await expect(form.getByRole('radio', { name: 'Shut down' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(more).toBeFocused();
  await pressAction(page, 'Lock');
  await expect(editor(page)).toBeVisible();
  await expectAccessible(page);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isTooWide).toBe(false);
});
