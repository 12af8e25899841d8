import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const DAY_MS = 86_400_000;

test('the navigation is 252 px wide, 112 px as a rail, and stays as it was left', async ({
  page,
  classroom,
}) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  const nav = page.getByRole('banner').first();
  await expect.poll(async () => (await nav.boundingBox())?.width).toBe(252);
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expect.poll(async () => (await nav.boundingBox())?.width).toBe(112);
  await page.reload();
  await expect.poll(async () => (await nav.boundingBox())?.width).toBe(112);
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await expect.poll(async () => (await nav.boundingBox())?.width).toBe(252);
});

test('special messages show while their time is, and a closed one stays closed', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  const message = (title: string, from: number, to: number) => ({
    id: title,
    title,
    text: `Text of ${title} <b>not bold</b>`,
    type: 'warning',
    closable: true,
    startDate: new Date(Date.now() + from).toISOString(),
    endDate: new Date(Date.now() + to).toISOString(),
  });
  const { db } = classroom.platform.store;
  const tenant = await db
    .selectFrom('tenants')
    .select('properties')
    .where('key', '=', 'demo')
    .executeTakeFirstOrThrow();
  const properties = {
    ...tenant.properties,
    specialMessages: [
      message('Maintenance tonight', -DAY_MS, DAY_MS),
      message('Long ago', -3 * DAY_MS, -DAY_MS),
      message('Next week', DAY_MS, 3 * DAY_MS),
    ],
  };
  await db
    .updateTable('tenants')
    .set({ properties: JSON.stringify(properties) as never })
    .where('key', '=', 'demo')
    .execute();
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(page.getByText('Maintenance tonight', { exact: true })).toBeVisible();
  await expect(page.getByText('Text of Maintenance tonight <b>not bold</b>')).toBeVisible();
  await expect(page.getByText('Long ago')).toHaveCount(0);
  await expect(page.getByText('Next week')).toHaveCount(0);
  await page.getByRole('button', { name: /^Close.*Maintenance tonight/ }).click();
  await expect(page.getByText('Maintenance tonight', { exact: true })).toHaveCount(0);
});

test('cards can be reached, selected and deselected by keyboard', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 3 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(3);
  const boxes = cards(page).getByRole('checkbox');
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if (await boxes.first().evaluate((box) => box === document.activeElement)) break;
  }
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(boxes.first()).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(boxes.first()).not.toBeChecked();
});
