/** What devices say about themselves stays text in its place, however long and whatever it holds. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import { newestActivity, pressAction } from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { connectHandMade } from '../../support/devices/hand-made-device.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const MARKUP = `<img src=x onerror="document.title='owned'">`;
const hostile = `${MARKUP}\u202e\u2067👩‍🏫 ${'W'.repeat(9_800)}`;

/** However wide the window is, the page is no wider, and nothing of the texts became a part of it. */
async function expectPlain(
  page: Page,
  place: Locator,
  { widths = [1_440, 360], text = MARKUP }: { widths?: readonly number[]; text?: string } = {},
) {
  await expect(place).toContainText(text);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe('owned');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** Opens what a device has open, by name, on a narrow screen. */
async function expectPlainList(page: Page, card: Locator, what: 'tabs' | 'applications') {
  const name = new RegExp(`^2 opened ${what} of`);
  const list = page.getByRole('dialog', { name });
  // A card that is new moves to its place in the order, and what is open of it closes.
  await expect(async () => {
    if ((await list.count()) === 0) await card.getByRole('button', { name }).click();
    await expect(list).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectPlain(page, list, { widths: [360] });
  const box = await list.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  return list;
}

test('cards and alerts keep their layout, whatever devices say', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 6);
  await device.say(groupId, 'info', {
    type: 'extension',
    version: '1',
    displays: [],
    alias: hostile,
    device: { hostname: hostile },
    user: { id: 'u', name: hostile },
  });
  await device.say(groupId, 'tabs', {
    tabs: [1, 2].map((id) => ({
      // Without a title it is known by its address.
      tabId: String(id),
      title: id === 1 ? '' : hostile,
      active: id === 1,
      url: `javascript:${hostile.slice(0, 8_000)}`,
      icon: `https://x.example/${hostile}`,
    })),
  });
  await expect(cards(page)).toHaveCount(2);
  const card = cardOf(page, 'javascript:');
  await expect(card.getByText(`javascript:${MARKUP}`).first()).toBeVisible();
  await expectPlain(page, card);
  const sizes = await cards(page).evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().width)),
  );
  expect(new Set(sizes).size).toBe(1);

  const list = await expectPlainList(page, card, 'tabs');
  await expect(list.getByText(`javascript:${MARKUP}`)).toBeVisible();
  await page.keyboard.press('Escape');

  const windows = await connectHandMade(classroom, 7);
  await windows.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [],
    device: { hostname: 'RS-WINDOWS' },
    user: { id: 'w', name: windows.userName },
  });
  await windows.say(groupId, 'applications', {
    applications: [1, 2].map((id) => ({
      appId: String(id),
      windowId: String(id),
      title: hostile,
      active: id === 1,
      processName: hostile.slice(0, 1_000),
      icon: `https://x.example/${MARKUP}`,
    })),
  });
  await expect(cards(page)).toHaveCount(3);
  await expectPlain(page, cardOf(page, 'RS-WINDOWS'));
  await expectPlainList(page, cardOf(page, 'RS-WINDOWS'), 'applications');
  await page.keyboard.press('Escape');

  await card.getByRole('checkbox').check();
  await pressAction(page, 'Mute');
  // The strip has room for the beginning of a name.
  await expectPlain(page, newestActivity(page), { text: `Mute ${MARKUP.slice(0, 39)}…` });

  const line = hostile.slice(0, 1_000);
  await device.tell({
    effectType: 'BlockAppDefinition',
    rule: line,
    text: hostile,
    context: { MainWindowTitle: line, Path: hostile.slice(0, 4_000), url: hostile.slice(0, 8_000) },
  });
  const messages = page.getByRole('region', { name: 'Messages' });
  await expectPlain(page, messages.getByRole('listitem').first());
  await messages.getByRole('button', { name: 'Close All' }).click();
  await page.getByRole('tab', { name: /^Alerts/ }).click();
  await expectPlain(page, page.getByRole('table').getByRole('row').nth(1));
  await device.stop();
  await windows.stop();
});

test('names of a directory are text in the table of members and in their editor', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  // The platform answers with such names; how they came there is not this test's.
  await page.addInitScript((name) => {
    const answer = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const response = await answer(input, init);
      const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
      if (!response.ok || !/\/v1\/(users|groups\/[^/]+\/members)(\?|$)/.test(url)) return response;
      const list: object[] = await response.json();
      return Response.json(list.map((each) => ({ ...each, name })));
    };
  }, hostile);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page.getByRole('link', { name: /Chess Club$/ }).click();
  await page.getByRole('tab', { name: 'Group members' }).click();
  await expectPlain(page, page.getByRole('grid').getByRole('row').nth(1));
  await page.getByRole('button', { name: 'Edit Members' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Group Members' });
  const option = editor.getByRole('option').first();
  await expectPlain(page, option);
  const box = await option.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
});
