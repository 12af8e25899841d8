/** Every room screen and dialog, light and dark, narrow and wide, with the longest and strangest that people can write. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { composer, log, roomList, said } from '../../support/console/rooms.ts';
import { test } from '../../support/devices/student-page.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 360, height: 740 },
];
const LONG_WORD = 'Donaudampfschifffahrt'.repeat(470).slice(0, 9_900);
const MESSAGES = [
  `<img src=x onerror="document.title='pressed'"> <b>bold</b> **bold** [a](javascript:alert(1))`,
  'שלום לכולם, מה שלומכם? https://maps.example/etna?a=b#c',
  '\u202eevil\u202c \u200b\u200d\ufeff and after it',
  LONG_WORD,
  Array.from({ length: 30 }, (_, at) => `Line ${at + 1}`).join('\n'),
  '👍🏽 👨‍👩‍👧‍👦 🇫🇷 🌋',
];
const NAMES = ['Tess Teacher', 'עדה', `${'W'.repeat(120)}`, 'Ada \u202eadA', 'Ben', 'Cleo'];

test.use({ colorScheme: 'light' });

/** Messages of three days in the seeded room of a class, and a name as long as names may be. */
async function fill({ platform }: RunningClassroom): Promise<void> {
  const { db } = platform.store;
  await db
    .insertInto('live_room_history')
    .values(
      MESSAGES.map((message, at) => ({
        tenant: 'demo',
        id: `look-${at}`,
        room_id: 'room-3',
        kind: 'message' as const,
        message,
        name: NAMES[at] ?? '',
        picture: null,
        action: null,
        user_id: at === 0 ? null : `u-look-${at}`,
        tutor_id: at === 0 ? 'tutor-teacher' : null,
        sent_at: new Date(Date.now() - (MESSAGES.length - at) * 12 * 3_600_000),
      })),
    )
    .execute();
  await db
    .updateTable('live_rooms')
    .set({ name: `Volcanoes ${'x'.repeat(200)} \u202eש` })
    .where('id', '=', 'room-2')
    .execute();
}

async function look(page: Page, within?: Locator): Promise<void> {
  // The code of a dialog comes when it is opened first.
  if (within !== undefined) await expect(within).toBeVisible();
  await expectAccessibleInBoth(page, within);
  await expectFits(page);
}

/** How many rows of text a field shows at once. */
const rowsOf = (field: Locator) =>
  field.evaluate((node) => {
    const style = getComputedStyle(node);
    const lineHeight = Number.parseFloat(style.lineHeight);
    const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    return Math.round((node.clientHeight - padding) / lineHeight);
  });

test('rooms, their dialogs and the student’s panel hold the longest and strangest text', {
  tag: '@rare',
}, async ({ page, ownClassroom, joinAs }) => {
  test.setTimeout(180_000);
  const classroom = await ownClassroom({ students: 0 });
  await fill(classroom);
  const { consoleUrl } = classroom;
  const student = await joinAs(classroom, 'Ada Page');
  await signIn(page, { consoleUrl, email: 'teacher@demo.example' });

  for (const size of SIZES) {
    await page.setViewportSize(size);
    const isNarrow = size.width < 700;
    await page.goto(`${consoleUrl}/rooms`);
    await expect(roomList(page)).toBeVisible();
    await look(page);
    await roomList(page).getByText('7A Mathematics').click();
    await expect(said(page, 'Line 30')).toBeVisible();
    await expect(log(page).locator('img[src="x"], b')).toHaveCount(0);
    if (isNarrow) await page.getByRole('button', { name: 'Show members' }).click();
    await expect(page.getByText(/^Offline User - \d+/)).toBeVisible();
    await look(page);
    if (isNarrow) await page.getByRole('button', { name: 'Hide members' }).click();
    await log(page).evaluate((box) => box.scrollTo(0, 0));
    await look(page);
    await composer(page).fill(Array.from({ length: 40 }, (_, at) => `${at}`).join('\n'));
    expect(await rowsOf(composer(page))).toBe(20);
    await look(page);
    await composer(page).fill('');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
    await look(page, page.getByRole('dialog', { name: 'Emoji' }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Room actions' }).click();
    // Only chat rooms have a name of their own.
    await expect(page.getByRole('menuitem')).toHaveText(['Open on devices', 'Close Room']);
    await look(page, page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite User' }).click();
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    await look(page, page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.goto(`${consoleUrl}/rooms/room-2`);
    for (const item of ['Edit Room', 'Close Room']) {
      await page.getByRole('button', { name: 'Room actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await look(page, page.getByRole('dialog'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.goto(`${consoleUrl}/rooms`);
    await page.getByRole('button', { name: 'Add' }).click();
    for (const kind of ['A group', 'People you choose', 'One person']) {
      await page.getByRole('radio', { name: kind }).check();
      await look(page, page.getByRole('dialog'));
    }
    await page.keyboard.press('Escape');
    await page.goto(`${consoleUrl}/rooms/nowhere`);
    await expect(page.getByText('This room was closed, or you are no longer in it.')).toBeVisible();
    await look(page);
  }

  await page.setViewportSize(SIZES[0] ?? { width: 1920, height: 1080 });
  await page.goto(`${consoleUrl}/rooms/room-2`);
  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByRole('option', { name: /Ada Page/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const panel = student.getByRole('region', { name: /^Volcanoes/ });
  await expect(panel).toBeVisible({ timeout: 20_000 });
  for (const text of MESSAGES) {
    await composer(page).fill(text);
    await composer(page).press('Enter');
    await expect(
      panel.getByText(text.slice(0, 20).split('\n')[0] ?? '', { exact: false }).first(),
    ).toBeAttached();
  }
  await panel.getByRole('textbox', { name: 'Write a message' }).fill('x'.repeat(10_001));
  for (const size of SIZES) {
    await student.setViewportSize(size);
    await panel.scrollIntoViewIfNeeded();
    await look(student);
  }
});
