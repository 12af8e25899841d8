/** A lesson by keyboard alone, and an action on three hundred devices at once. */

import type { Locator, Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { actionBar, newestActivity, selectAll } from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

/** More stops than a page of thirty cards has. */
const MAX_STOPS = 400;

/** Goes on with one key until this has the focus. */
async function walkTo(page: Page, key: string, target: Locator) {
  await expect(target).toHaveCount(1);
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** From a card to a button of the bar above; what does not fit stands in its menu. */
async function pressInBar(page: Page, name: string) {
  const button = actionBar(page).getByRole('button', { name, exact: true });
  await walkTo(page, 'Shift+Tab', actionBar(page).locator('button[tabindex="0"][data-stop]'));
  await page.keyboard.press('Home');
  await walkTo(page, 'ArrowRight', button);
  await page.keyboard.press('Enter');
}

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1920, height: 1000 }, serviceWorkers: 'allow' });

  test('a tutor opens a group, selects three students, locks, messages, polls, reads and unlocks', async ({
    page,
    classroom,
  }) => {
    test.setTimeout(120_000);
    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

    await page.keyboard.press('Control+g');
    await expect(page.getByPlaceholder('Search groups...')).toBeFocused();
    await page.keyboard.type('7A Math');
    await expect(page.getByRole('option', { name: /7A Mathematics/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '7A Mathematics' })).toBeVisible();
    await expect(cards(page)).toHaveCount(30);

    const boxes = cards(page).getByRole('checkbox');
    await walkTo(page, 'Tab', boxes.nth(0));
    await page.keyboard.press('Space');
    for (const at of [1, 2]) {
      await page.keyboard.press('ArrowRight');
      await expect(boxes.nth(at)).toBeFocused();
      await page.keyboard.press('Space');
    }
    const names = await cards(page).evaluateAll((all) =>
      all
        .filter((card) => card.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked)
        .map((card) => card.querySelector('input[type=checkbox]')?.getAttribute('aria-label') ?? ''),
    );
    const devices = (classroom.simulatedClass?.devices ?? []).filter(({ hostname }) =>
      names.some((name) => name.endsWith(hostname)),
    );
    expect(devices).toHaveLength(3);
    const all = <T>(what: (device: (typeof devices)[number]) => T) => devices.map(what);

    await pressInBar(page, 'Lock');
    const editor = page.getByRole('dialog').getByRole('textbox', { name: 'Message (optional)' });
    await expect(editor).toBeVisible();
    await walkTo(page, 'Tab', editor);
    await page.keyboard.type('Eyes to the front');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => all((device) => device.locked())).toEqual([true, true, true]);

    await pressInBar(page, 'Notification');
    await walkTo(page, 'Tab', page.getByRole('dialog').getByRole('textbox', { name: 'Message' }));
    await page.keyboard.type('We begin');
    await page.keyboard.press('Control+Enter');
    const lastOf = (device: SimulatedDevice) =>
      device.actionsDone().findLast(({ action }) => action !== 'patchDemand')?.action;
    await expect.poll(() => all(lastOf)).toEqual(['notification', 'notification', 'notification']);

    await pressInBar(page, 'Poll');
    await walkTo(page, 'Tab', page.getByRole('dialog').getByRole('textbox', { name: 'Question' }));
    await page.keyboard.type('Ready?');
    for (const [letter, text] of [
      ['A', 'Yes'],
      ['B', 'No'],
    ] as const) {
      await walkTo(page, 'Tab', page.getByRole('dialog').getByRole('textbox', { name: `Answer ${letter}` }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => all((device) => device.state().poll?.question))
      .toEqual(['Ready?', 'Ready?', 'Ready?']);
    for (const device of devices) device.answerPoll('B');
    await expect(page.getByText('Received 3 out of 3')).toBeVisible();
    const finish = page.getByRole('button', { name: 'Finish Poll' });
    await walkTo(page, 'Shift+Tab', finish);
    await page.keyboard.press('Enter');
    await expect.poll(() => all((device) => device.state().poll)).toEqual([undefined, undefined, undefined]);

    await walkTo(page, 'Tab', boxes.nth(0));
    await pressInBar(page, 'Unlock');
    await expect.poll(() => all((device) => device.locked())).toEqual([false, false, false]);
  });
});

test('three hundred devices are locked at once, and all of them say so', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(180_000);
  const classroom = await ownClassroom({ students: 300 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Control+g');
  await page.getByPlaceholder('Search groups...').fill('All devices');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(300, { timeout: 60_000 });
  await selectAll(page);
  await expect(page.getByText('300 selected')).toBeVisible();
  await actionBar(page).getByRole('button', { name: 'Lock', exact: true }).click();
  const lock = page.getByRole('dialog', { name: 'Lock', exact: true });
  await expect(lock.getByText('For the whole class, including latecomers')).toBeVisible();
  await lock.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(newestActivity(page)).toContainText('Lock');
  await expect(newestActivity(page)).toContainText('300 of 300 confirmed', { timeout: 30_000 });
  expect(classroom.simulatedClass?.devices.filter((device) => device.locked())).toHaveLength(300);
});
