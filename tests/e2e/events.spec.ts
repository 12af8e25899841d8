/** What happened on the site: every kind of event is made, read, narrowed, opened and exported. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import type { RunningClassroom } from '../support/classroom/running-classroom.ts';
import { press, selectAll } from '../support/console/class-actions.ts';
import { cards } from '../support/console/wall.ts';
import { connectHandMade } from '../support/devices/hand-made-device.ts';
import { connectOtherTutor } from '../support/tutors/other-tutor.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const table = (page: Page) => page.getByRole('region', { name: / events$/ });
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

type Call = (path: string, method: string, body?: object) => Promise<{ status: number; body: string }>;

async function callsOf({ platform, consoleUrl }: RunningClassroom): Promise<Call> {
  const { accessToken } = await consoleSession(platform, 'maintainer@demo.example');
  return (path, method, body) =>
    ask(`${consoleUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'tenant-key': 'demo',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

async function changePolicies(call: Call): Promise<void> {
  const definition = { effects: [{ definition: 'MuteDefinition' }], conditions: [] };
  const meta = { icon: { icon: 'mdi-lock' } };
  for (const name of ['=HYPERLINK("http://x")', 'Goes again'])
    expect((await call('/policies', 'POST', { name, meta, definition })).status).toBe(200);
  const list = JSON.parse((await call('/policies', 'GET')).body) as { id: string; name: string }[];
  const gone = list.find(({ name }) => name === 'Goes again');
  expect((await call(`/policies/${gone?.id}`, 'DELETE')).status).toBe(200);
}

/** Something that this version does not know is done to a group, which is deleted then. */
async function actOnDeletedGroup(classroom: RunningClassroom, call: Call): Promise<void> {
  const about = { definitionName: 'userGroup', name: 'For a day', properties: {}, global: false };
  const made = JSON.parse((await call('/groups', 'POST', about)).body) as { id: string };
  const tutor = await connectOtherTutor(classroom, 'maintainer@demo.example');
  await tutor.tellUnknown(made.id, 'teleport');
  await tutor.leave();
  const logged = () =>
    call('/actions?action=teleport', 'GET').then(({ body }) => JSON.parse(body) as unknown[]);
  await expect.poll(logged).toHaveLength(1);
  expect((await call(`/groups/${made.id}`, 'DELETE')).status).toBe(200);
}

const pictureOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 360;
    canvas.getContext('2d')?.fillRect(40, 40, 200, 100);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });

test('events of each kind are made, and read by a maintainer', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await selectAll(page);
  await press(page, 'Mute');
  const call = await callsOf(classroom);
  await actOnDeletedGroup(classroom, call);
  await changePolicies(call);
  const device = await connectHandMade(classroom, 5);
  const kinds = [
    ['BlockWebsitesDefinition', 'Opened a blocked website'],
    ['BlockAppDefinition', 'Started a blocked application'],
    ['ScreenCaptureDefinition', 'The screen was captured'],
    ['KeywordMonitoringDefinition', 'Used a monitored word'],
  ] as const;
  const picture = { contentType: 'image/jpeg', data: await pictureOf(page) };
  // Events of one millisecond have no order that a reader could tell.
  let timeTriggered = Date.now() - 10_000;
  const later = () => {
    timeTriggered += 1_000;
    return timeTriggered;
  };
  for (const [effectType] of kinds)
    await device.tell({
      timeTriggered: later(),
      effectType,
      context: { word: '<b>games' },
      rule: effectType,
      picture,
    });
  await device.tell({
    timeTriggered: later(),
    actionType: 'poll',
    context: { question: 'Ready?', answer: 'Yes' },
  });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(page).toHaveURL(/\/events\/students$/);
  await expect(page.getByRole('tab')).toHaveText(['Students events', 'Tutors events', 'Resource events']);
  await expect(async () => {
    // The list may have noticed the last event itself: then the same button offers it.
    await page.getByRole('button', { name: /^(Refresh|Show 1 new event)$/ }).click();
    await expect(rows(page).first()).toContainText('Answered a poll', { timeout: 1_000 });
  }).toPass();
  for (const [at, [, words]] of [...kinds].reverse().entries())
    await expect(rows(page).nth(at + 1)).toContainText(words);
  await expect(rows(page).nth(1)).toContainText(device.userName);
  await expect(rows(page).nth(1)).toContainText('Word: <b>games');
  expect((await table(page).boundingBox())?.height).toBe(770);

  // What comes while somebody reads is offered, and moves nothing under the pointer.
  await device.tell({ timeTriggered: later(), actionType: 'poll', context: { question: 'Again?' } });
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByRole('button', { name: 'Show 1 new event' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(rows(page).first()).toContainText('Ready?');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Show 1 new event' }).click();
  await expect(rows(page).first()).toContainText('Again?');
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused();

  // In whole, by keyboard: arrows lead to the row, Enter opens it.
  await table(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: 'Used a monitored word' });
  await expect(detail.getByRole('img', { name: /^Screenshot: / })).toBeVisible();
  await expectAccessibleInBoth(page, detail);
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await page.keyboard.press('Enter');
  await detail.getByRole('button', { name: `Only events of ${device.userName}` }).click();
  await expect(page).toHaveURL(/person=/);
  await expect(page.getByRole('button', { name: `Student: ${device.userName}` })).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Answered a poll' });
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('From').fill('2100-01-01T00:00');
  await expect(page.getByText('There are no events')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await openTab(page, 'Tutors events');
  await expect(rows(page).first()).toContainText('Unknown');
  await expect(rows(page).first()).toContainText('For a day');
  await expect(rows(page).first()).toContainText('Mika Maintainer');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Mute' });
  await expect(rows(page).first()).toContainText('Mute');
  await page.getByRole('button', { name: 'Tutor: Anybody' }).click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('mika m');
  await page.getByRole('option', { name: 'Mika Maintainer' }).click();
  await expect(page).toHaveURL(/kind=mute/);
  await expect(page).toHaveURL(/person=tutor-maintainer/);
  await expectAccessible(page);

  await openTab(page, 'Resource events');
  await expect(rows(page).nth(0)).toContainText('DeletedPolicyGoes again');
  await expect(rows(page).nth(1)).toContainText('CreatedPolicyGoes again');
  await expect(rows(page).nth(2).getByRole('link')).toHaveText('=HYPERLINK("http://x")');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('resource_events.csv');
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(`"Created","Policy","'=HYPERLINK(""http://x"")"`);

  // Older pages come as the list is scrolled, down to the end.
  await table(page).focus();
  const count = () => page.getByText(/^These are all/);
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(count()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expectFits(page);
  await device.stop();
});

test('who may see no site logs sees the events of students alone', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  const home = page.url();
  await page.goto(`${classroom.consoleUrl}/events`);
  await expect(page).toHaveURL(/\/events\/students$/);
  await expect(page.getByRole('tab')).toHaveText(['Students events']);
  await expect(rows(page).first()).toBeVisible();
  for (const path of ['tutors-events', 'resource-events']) {
    await page.goto(`${classroom.consoleUrl}/events/${path}`);
    await expect(page).toHaveURL(home);
  }
});
