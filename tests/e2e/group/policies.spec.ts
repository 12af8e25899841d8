/** Policies of a group and of chosen devices: applied, turned off and on, and what the devices make of it. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { newestActivity, pressAction, select } from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const QUIET = 'Quiet classroom';
/** The seed applies it to the class. */
const GAMES = 'No games';

test.use({ viewport: { width: 1600, height: 1000 } });

async function open(page: Page, classroom: RunningClassroom, email = 'teacher@demo.example') {
  const devices = classroom.simulatedClass?.devices ?? [];
  await signIn(page, { consoleUrl: classroom.consoleUrl, email });
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toBeVisible();
  await expect(cards(page)).toHaveCount(devices.length);
  return devices;
}

const silent = (devices: readonly SimulatedDevice[]) =>
  devices.filter((device) => device.state().policies.muted).length;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

test('a policy mutes a group, and turned off it lets everybody speak', async ({ page, ownClassroom }) => {
  const devices = await open(page, await ownClassroom({ students: 4 }));
  expect(silent(devices)).toBe(0);

  await openTab(page, 'Group policies');
  await page.getByRole('button', { name: 'Apply Policy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply Policy' });
  await expect(dialog.getByRole('checkbox', { name: GAMES })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('checkbox', { name: QUIET }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: QUIET });
  await expect(row).toContainText('Enabled');
  await expect(row).toContainText('mutes the sound');
  await expectAccessible(page);
  await expect.poll(() => silent(devices)).toBe(4);

  await openTab(page, 'Devices online');
  const card = cardOf(page, devices[0]?.hostname ?? '');
  await card.getByRole('button', { name: QUIET, exact: true }).click();
  await page.getByRole('button', { name: 'Disable Policy' }).click();
  await expect(card.getByRole('button', { name: `${QUIET} (disabled)` })).toBeVisible();
  await expect.poll(() => silent(devices)).toBe(0);

  await newestActivity(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(card.getByRole('button', { name: QUIET, exact: true })).toBeVisible();
  await expect.poll(() => silent(devices)).toBe(4);

  await openTab(page, 'Group policies');
  await row.getByRole('button', { name: `Remove ${QUIET}` }).click();
  await expect(row).toHaveCount(0);
  await expect.poll(() => silent(devices)).toBe(0);
});

test('of a mixed selection some have it; then all, then as it was', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  const [having, lacking, other] = await open(page, await ownClassroom({ students: 3 }));
  if (having === undefined || lacking === undefined || other === undefined) throw new Error('three students');
  const dialog = page.getByRole('dialog', { name: 'Apply Policy' });
  const box = dialog.getByRole('checkbox', { name: QUIET });
  async function confirm() {
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await select(page, [having]);
  await pressAction(page, 'Policies');
  await box.check();
  await confirm();
  await expect.poll(() => silent([having])).toBe(1);

  await select(page, [lacking]);
  await pressAction(page, 'Policies');
  await expect(box).toBeChecked({ indeterminate: true });
  await expect(dialog.getByText('applied to 1 of 2')).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await confirm();
  await expect.poll(() => silent([having, lacking])).toBe(2);
  expect(silent([other])).toBe(0);
  await expect(
    cardOf(page, lacking.hostname).getByRole('button', { name: QUIET, exact: true }),
  ).toBeVisible();
  await expect(cardOf(page, other.hostname).getByRole('button', { name: QUIET })).toHaveCount(0);

  await newestActivity(page).getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => silent([lacking])).toBe(0);
  expect(silent([having])).toBe(1);
});

test('without policyUser there is nothing to press, and the platform refuses', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  await open(page, classroom, 'manager@demo.example');
  const card = cards(page).first();
  await expect(card.getByRole('img', { name: GAMES })).toBeVisible();
  await expect(card.getByRole('button', { name: GAMES })).toHaveCount(0);
  await openTab(page, 'Group policies');
  await expect(page.getByRole('row', { name: GAMES })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply Policy' })).toHaveCount(0);
  const { accessToken } = await consoleSession(classroom.platform, 'manager@demo.example');
  const groupId = new URL(page.url()).pathname.split('/').pop();
  const answer = await ask(`${classroom.consoleUrl}/v1/groups/${groupId}/policies`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      authorization: `Bearer ${accessToken}`,
    },
    body: JSON.stringify({ policies: [] }),
  });
  expect(answer.status).toBe(403);
});

/** The platform answers with such names; how they came there is not this test's. */
const HOSTILE = [
  '<img src=x onerror="document.title=1">',
  'x'.repeat(10_000),
  '\u202egnp.exe',
  '👩🏽‍🚀'.repeat(300),
];

test('names of policies are text, and break nothing', async ({ page, ownClassroom }) => {
  await page.addInitScript((names) => {
    const answer = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const response = await answer(input, init);
      if (!/\/policies(\?|$)/.test(String(input))) return response;
      const list: { name: string }[] = await response.json();
      return Response.json(list.map((policy, at) => ({ ...policy, name: names[at % names.length] })));
    };
  }, HOSTILE);
  const expectWhole = async () => {
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(seen ?? 0);
    expect(await page.title()).not.toBe('1');
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, await ownClassroom({ students: 1 }));
  await expect(cards(page).getByRole('button', { name: HOSTILE[0] })).toBeVisible();
  await cards(page).getByRole('button', { name: HOSTILE[0] }).click();
  await expect(page.getByRole('dialog', { name: HOSTILE[0] })).toBeVisible();
  await expectWhole();
  await page.keyboard.press('Escape');
  await openTab(page, 'Group policies');
  await expect(page.getByText(HOSTILE[0] ?? '', { exact: true })).toBeVisible();
  await expectWhole();
  await page.getByRole('button', { name: 'Apply Policy', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: HOSTILE[0] }).first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: '\u2068\u202egnp.exe\u2069' }).first()).toBeVisible();
  await expectWhole();
  await expectAccessible(page);
});
