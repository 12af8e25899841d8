/** What devices say about themselves stays text in its place, however long and whatever it holds. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/classroom.ts';
import { connectHandMade } from '../../support/hand-made-device.ts';
import { signIn } from '../../support/sign-in.ts';
import { cardOf, cards } from '../../support/wall.ts';

const MARKUP = `<img src=x onerror="document.title='owned'">`;
const hostile = `${MARKUP}\u202e\u2067👩‍🏫 ${'W'.repeat(9_800)}`;

/** However wide the window is, the page is no wider, and nothing of the texts became a part of it. */
async function expectPlain(page: Page, place: Locator, widths = [1_440, 360]) {
  await expect(place).toContainText(MARKUP);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe('owned');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

test('cards and alerts keep their layout, whatever devices say', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 6);
  await device.say(groupId, 'info', {
    ...{ type: 'extension', version: '1', displays: [], alias: hostile },
    ...{ device: { hostname: hostile }, user: { id: 'u', name: hostile } },
  });
  await device.say(groupId, 'tabs', {
    tabs: [1, 2].map((id) => ({
      ...{ tabId: String(id), title: hostile, active: id === 1 },
      ...{ url: `javascript:${hostile.slice(0, 8_000)}`, icon: `https://x.example/${hostile}` },
    })),
  });
  await expect(cards(page)).toHaveCount(2);
  const card = cardOf(page, '<img');
  await expectPlain(page, card);
  const sizes = await cards(page).evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().width)),
  );
  expect(new Set(sizes).size).toBe(1);

  await card.getByRole('button', { name: /^2 opened tabs of/ }).click();
  const list = page.getByRole('dialog', { name: /^2 opened tabs of/ });
  await expectPlain(page, list, [360]);
  const box = await list.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');

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
});
