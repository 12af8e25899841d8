/** Every state of the group screen, light and dark, narrow and wide: axe finds nothing serious, nothing sticks out. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { actionBar, pressAction, select, selectAll } from '../../support/console/class-actions.ts';
import { askClass, respondentOf, summaryOf } from '../../support/console/poll-class.ts';
import { cards } from '../../support/console/wall.ts';
import { connectHandMade, type HandMadeDevice } from '../../support/devices/hand-made-device.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

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
];
const EXCHANGES = ['Send Files', 'Collect Files'];

/** In both colours. `within`: what was opened on a page that was looked at before. */
async function expectGood(page: Page, what: string, within?: Locator) {
  await test.step(what, async () => {
    await expectAccessibleInBoth(page, within);
    await expectFits(page);
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
    await expect(dialog.getByText(/^(Loading|Reading)/)).toHaveCount(0);
    await expectGood(page, name, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** They open a panel beside the page, which goes on. */
async function expectGoodExchanges(page: Page) {
  const panel = page.getByRole('region', { name: 'File Exchange' });
  for (const name of EXCHANGES) {
    await pressAction(page, name);
    await expect(panel.getByRole('tab', { name, selected: true })).toBeVisible();
    await expectGood(page, name, panel);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
  }
}

/** Opens something that Escape closes. */
async function expectGoodWhileOpen(page: Page, what: string, opener: Locator, opened: Locator) {
  // The page scrolls to it first: scrolling closes what is open.
  await opener.hover();
  await opener.click();
  await expect(opened).toBeVisible();
  await expectGood(page, what, opened);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** One of the class who is there but never answers is asked for a picture. */
async function askSilentDevice(page: Page, classroom: RunningClassroom) {
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 31);
  const hostname = 'RS-SILENT';
  await device.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [{ id: 'd1', primary: true }],
    device: { hostname },
    user: { id: 'u', name: device.userName },
  });
  await select(page, [{ userName: device.userName, hostname }]);
  for (const name of ['Mute', 'Screenshot']) await pressAction(page, name);
  return device;
}

async function expectGoodCards(page: Page) {
  const more = actionBar(page).getByRole('button', { name: 'More actions' });
  if (await more.isVisible()) {
    await expectGoodWhileOpen(page, 'more actions', more, page.getByRole('menu'));
  }
  const items = cards(page).getByRole('button', { name: /^\d+ opened / });
  await expectGoodWhileOpen(
    page,
    'what is open',
    items.first(),
    page.getByRole('dialog', { name: / opened / }),
  );
  const policy = cards(page).getByRole('button', { name: 'No games' }).first();
  await expectGoodWhileOpen(page, 'policy of a card', policy, page.getByRole('dialog', { name: 'No games' }));
  await cards(page).first().hover();
  const pencil = cards(page)
    .first()
    .getByRole('button', { name: /^Set an alias/ });
  await expectGoodWhileOpen(page, 'alias', pencil, cards(page).getByRole('textbox'));
}

async function expectGoodPoll(page: Page, classroom: RunningClassroom) {
  const devices = classroom.simulatedClass?.devices ?? [];
  const first = devices[0]?.userName ?? '';
  await askClass(page, { body: 'Which one is a volcano?', answers: ['Etna', 'Po', 'Elbe'] }, devices);
  devices[0]?.answerPoll('A');
  await expect(await respondentOf(page, first)).toContainText('Etna');
  await expectGood(page, 'poll', summaryOf(page));
  await summaryOf(page).getByRole('button', { name: 'Finish Poll' }).click();
  const discard = summaryOf(page).getByRole('button', { name: 'Discard results' });
  await expect(discard).toBeVisible();
  await expectGood(page, 'poll finished', summaryOf(page));
  await discard.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard results' }).click();
  await expect(summaryOf(page)).toHaveCount(0);
}

/** Something is reported with a picture of the screen, which a press shows in large. On the tab Alerts. */
async function expectGoodAlertPicture(page: Page, device: HandMadeDevice) {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 360;
    canvas.getContext('2d')?.fillRect(40, 40, 200, 100);
    return canvas.toDataURL('image/jpeg').split(',')[1];
  });
  const picture = { contentType: 'image/jpeg', data };
  await device.tell({ effectType: 'KeywordMonitoringDefinition', context: { word: 'games' }, picture });
  const alt = new RegExp(`^Screen of ${device.userName}`);
  const row = page.getByRole('row', { name: device.userName }).first();
  await expect(row.getByRole('img', { name: alt })).toBeVisible();
  await expectGood(page, 'alert with a picture', row);
  await row.getByRole('button', { name: /^Show in large: / }).click();
  const large = page.getByRole('dialog', { name: alt });
  await expect(large.getByRole('img', { name: alt })).toBeInViewport({ ratio: 0.9 });
  await expectGood(page, 'picture of an alert in large', large);
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
}

/** Nobody waits longer than a minute for the answer to a Mute. */
const SILENCE_MS = 75_000;

/** What the silent device did not answer is a message, which lies over the page on a telephone until it is closed. */
async function closeMessage(page: Page) {
  const message = page.getByRole('button', { name: 'Close: Error while taking screenshot' });
  await message.click();
  await expect(message).toHaveCount(0);
}

async function expectGoodActivities(page: Page) {
  const area = page.getByRole('region', { name: 'Activity' });
  await area.getByRole('button', { name: /earlier$/ }).click();
  await expect(area.getByText(/^No answer from /).first()).toBeVisible({ timeout: SILENCE_MS });
  await expectGood(page, 'activities', area);
}

/** A group whose computers are all off, with what one can do with it as a whole. */
async function expectGoodEmptyGroup(page: Page) {
  await page.keyboard.press('Control+g');
  await expect(page.getByPlaceholder('Search groups...')).toBeFocused();
  await page.keyboard.type('Exam Lap');
  await expect(page.getByRole('option', { name: /Exam Laptops/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Exam Laptops' })).toBeVisible();
  await expectGoodDialogs(page, ['Edit Members', 'Wake group', 'Wake on Lan Schedule'], (name) =>
    page.getByRole('button', { name }).click(),
  );
  // The dialogs have taken most of the ten seconds that it waits.
  await expect(page.getByText('No devices connected')).toBeVisible({ timeout: 12_000 });
  await expectGood(page, 'no devices');
}

for (const viewport of SIZES) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: 'light' });

    test('tabs and dialogs of a group', { tag: '@rare' }, async ({ page, classroom }) => {
      test.setTimeout(400_000);
      await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
      await expect(cards(page).first()).toBeVisible();
      const silent = await askSilentDevice(page, classroom);
      await selectAll(page);
      await expect(cards(page).getByText(/^Privacy is enabled/)).toHaveCount(1);
      await expectGood(page, 'devices');
      await expectGoodDialogs(page, ASKING, (name) => pressAction(page, name));
      await expectGoodExchanges(page);
      await expectGoodCards(page);
      await expectGoodPoll(page, classroom);
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab }).click();
        const panel = page.getByRole('tabpanel', { name: tab });
        await expect(panel).toBeVisible();
        await expectGood(page, tab, panel.or(page.getByRole('tablist')));
      }
      await page.getByRole('tab', { name: 'Alerts' }).click();
      await expectGoodDialogs(page, ['Clean up alerts'], (name) =>
        page.getByRole('button', { name }).click(),
      );
      await closeMessage(page);
      await expectGoodAlertPicture(page, silent);
      await expectGoodEmptyGroup(page);
      await expectGoodActivities(page);
      await silent.stop();
    });
  });
}
