/** A long history is read back without a jump. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { composer, log, roomList, said } from '../../support/console/rooms.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const COUNT = 240;

/** Messages of one line to five, so that pages differ in height. */
async function fill({ platform }: RunningClassroom): Promise<void> {
  await platform.store.db
    .insertInto('live_room_history')
    .values(
      Array.from({ length: COUNT }, (_, at) => ({
        tenant: 'demo',
        id: `past-${at}`,
        room_id: 'room-1',
        kind: 'message' as const,
        message: `Past ${at}.${'\nand more'.repeat(at % 5)}`,
        name: 'Tess Teacher',
        picture: null,
        action: null,
        user_id: null,
        tutor_id: 'tutor-teacher',
        sent_at: new Date(Date.now() - (COUNT - at) * 60_000),
      })),
    )
    .execute();
}

const topOf = (page: Page, at: number) =>
  page.locator(`[data-message="past-${at}"]`).evaluate((item) => item.getBoundingClientRect().top);

test('a long history is read back page by page, and what is looked at stays where it is', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 0 });
  await fill(classroom);
  await signIn(page, { consoleUrl: `${classroom.consoleUrl}/rooms`, email: 'teacher@demo.example' });
  // The labels under the icons of the narrow navigation.
  await expect(page.getByRole('link', { name: 'Chat', exact: true })).toBeVisible();
  await roomList(page).getByText('Lars Kamara').click();
  await expect(said(page, `Past ${COUNT - 1}.`)).toBeInViewport();

  for (let first = COUNT - 50; first > 0; first -= 50) {
    await expect(page.locator(`[data-message="past-${first}"]`)).toBeAttached();
    // The next page is held back until the place has been looked at.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/history?**', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/history\?/);
    await log(page).evaluate((box) => box.scrollTo(0, 300));
    await asked;
    const before = await topOf(page, first);
    letGo();
    await expect(page.locator(`[data-message="past-${Math.max(0, first - 50)}"]`)).toBeAttached();
    await expect(page.getByText('Loading earlier messages')).toHaveCount(0);
    expect(Math.abs((await topOf(page, first)) - before)).toBeLessThan(2);
    await page.unroute('**/history?**');
  }
  const ids = await log(page)
    .locator('[data-message^="past-"]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-message')));
  expect(ids).toEqual(Array.from({ length: COUNT }, (_, at) => `past-${at}`));

  await test.step('what comes does not pull the reader to the end, and a press leads there', async () => {
    const before = await topOf(page, 40);
    await composer(page).fill('New below');
    await composer(page).press('Enter');
    await expect(said(page, 'New below')).toHaveCount(1);
    expect(Math.abs((await topOf(page, 40)) - before)).toBeLessThan(2);
    await page.getByRole('button', { name: 'To the newest messages' }).click();
    await expect(said(page, 'New below')).toBeInViewport();
  });

  await test.step('the field grows with its text up to twenty rows', async () => {
    const heightOf = async (rows: number) => {
      await composer(page).fill(Array.from({ length: rows }, () => 'x').join('\n'));
      return composer(page).evaluate((field) => field.clientHeight);
    };
    await page.setViewportSize({ width: 1280, height: 1400 });
    const [one, ten, twenty, forty] = [
      await heightOf(1),
      await heightOf(10),
      await heightOf(20),
      await heightOf(40),
    ];
    expect(ten - one).toBeGreaterThan(8 * (one / 3));
    expect(Math.abs(twenty - ten - (ten - one) * (10 / 9))).toBeLessThan(4);
    expect(Math.abs(forty - twenty)).toBeLessThan(2);
  });
});
