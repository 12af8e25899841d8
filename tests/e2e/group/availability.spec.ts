/** What the buttons of the bar can do for a selection, and what they say where they cannot. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import {
  actionBar,
  newestActivity,
  pressAction,
  select,
  selectAll,
} from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

/** Enough for the one who is locked and the one who is muted. */
const STUDENTS = 24;
const SOME_CANNOT = 'Some selected clients do not support this action';

type Row = { disabled: boolean; says: string | null };
const can: Row = { disabled: false, says: null };
const partly: Row = { disabled: false, says: SOME_CANNOT };
const not = (says: string): Row => ({ disabled: true, says });
const unlocked = not('No selected device is locked');
const loud = not('No selected device is muted');
const inputsFree = not('Inputs of no selected device are blocked');
const notFull = not('No selected device is in full screen');
const on = not('All selected devices are switched on');
const none = not(SOME_CANNOT);
const single = not('Select one device only');

/** By button: all of the class, one Windows and one Chrome device, Chrome devices alone. */
const TABLE: Record<string, readonly [all: Row, mixed: Row, chrome: Row]> = {
  Notification: [can, can, can],
  Launch: [can, can, can],
  Lock: [can, can, can],
  Unlock: [can, unlocked, unlocked],
  Mute: [can, can, can],
  Unmute: [can, loud, loud],
  'Block Inputs': [can, can, can],
  'Allow Inputs': [inputsFree, inputsFree, inputsFree],
  'Full Screen': [partly, partly, can],
  'End Full Screen': [notFull, notFull, notFull],
  'Request Name': [can, can, can],
  Poll: [can, can, can],
  Screenshot: [can, can, can],
  'Share Screen': [can, can, can],
  'Send Files': [can, can, can],
  'Collect Files': [partly, partly, none],
  'Power Actions': [partly, partly, none],
  'Remote Login': [partly, partly, none],
  'Remote Control': [single, single, none],
  'Wake Now': [on, on, none],
  Policies: [can, can, can],
};
const column = (at: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(TABLE).map(([name, rows]) => [name, rows[at]]));

/** Whether there is room for them or not. */
const barNow = (page: Page): Promise<Record<string, Row>> =>
  actionBar(page)
    .locator('button[data-action]')
    .evaluateAll((buttons) =>
      Object.fromEntries(
        buttons.map((button) => [
          button.textContent ?? '',
          {
            disabled: button.getAttribute('aria-disabled') === 'true',
            says: button.getAttribute('aria-description'),
          },
        ]),
      ),
    );

test.use({ viewport: { width: 1920, height: 1000 } });

test('each button fits the devices that are selected', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: STUDENTS });
  const devices = classroom.simulatedClass?.devices ?? [];
  const [windows] = devices.filter(({ hostname }) => hostname.startsWith('RS-'));
  const [chrome, secondChrome] = devices.filter(({ hostname }) => hostname.startsWith('CB-'));
  if (!windows || !chrome || !secondChrome) throw new Error('the class is too small');
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(STUDENTS);

  await selectAll(page);
  await expect.poll(() => barNow(page)).toEqual(column(0));
  await page.getByRole('button', { name: 'Select devices' }).click();
  await page.getByRole('menuitem', { name: 'Deselect All' }).click();
  await select(page, [windows, chrome]);
  await expect.poll(() => barNow(page)).toEqual(column(1));
  await select(page, [secondChrome]);
  await page.getByRole('checkbox', { name: `Select ${windows.userName}, ${windows.hostname}` }).uncheck();
  await expect.poll(() => barNow(page)).toEqual(column(2));

  // Playwright itself presses nothing that says it is disabled.
  for (const action of ['collectFiles', 'powerAction', 'login'])
    await actionBar(page).locator(`button[data-action=${action}]`).dispatchEvent('click');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A dialog would have opened before this.
  await pressAction(page, 'Mute');
  await expect(newestActivity(page).filter({ hasText: 'Mute' })).toContainText('2 of 2 confirmed');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const device of [chrome, secondChrome])
    expect(device.actionsDone().filter(({ action }) => /files|power|login/i.test(action))).toEqual([]);
});
