/** The platform itself goes: it restarts on its data, or it is away for longer than a token lives. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectLiveAgain, watchFewestCards } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  newestActivity,
  press,
  select,
  selectAll,
} from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { CLASS_SIZE, expect, lasts, test } from '../../support/faults/fault-stage.ts';
import { tokenLeftMs } from '../../support/tutors/kept-sessions.ts';

// With the service worker, as people have it.
test.use({ serviceWorkers: 'allow' });

/** What a platform that is away makes a page say. */
const AWAY = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|mqtt/i;

const QUEUED = 'Will be sent when the connection is back';

const isServedByItself = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

async function openDevice(page: Page, { hostname, userName }: SimulatedDevice): Promise<void> {
  await cardOf(page, hostname).getByRole('link', { name: userName, exact: true }).click();
  await expect(page.getByRole('heading', { name: userName, level: 1 })).toBeVisible();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
}

test('the platform ends and starts on the same data 10 s later: everybody comes back, each action is done once', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(AWAY);
  const { classroom } = await ownStage({ students: CLASS_SIZE });
  const { tabs, open, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  const [neighbour, single] = [await open(), await open()];
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const [alone, ...some] = devices.filter((device) => !device.muted()).slice(3, 9);
  if (!alone) throw new Error('all are mute');
  await openDevice(single, alone);
  const fewestCards = await watchFewestCards([page, neighbour]);
  // The console itself comes from this platform: who has been there before has it all.
  for (const tab of [page, neighbour, single])
    await expect.poll(() => isServedByItself(tab), { timeout: 30_000 }).toBe(true);

  // The broker's sessions end with it, and with them whatever it still had for anybody.
  await classroom.stopPlatform();
  const over = lasts(10);
  await select(page, some);
  await press(page, 'Mute');
  await selectAll(neighbour);
  await press(neighbour, 'Lock');
  await press(single, 'Mute');
  for (const tab of [page, neighbour, single]) await expect(newestActivity(tab)).toContainText(QUEUED);
  await over;
  await classroom.restartPlatform();
  const endedAt = Date.now();
  await Promise.all([
    expectLiveAgain([page, neighbour], {
      scenario: '10 s without the platform',
      endedAt,
      cards: CLASS_SIZE,
    }),
    expectConfirmed(page, 'Mute', some.length),
    expectConfirmed(neighbour, 'Lock', CLASS_SIZE),
    expectConfirmed(single, 'Mute', 1),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames([alone, ...some]));
  expect(done.whoDid('lock')).toEqual(hostnames(devices));
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expect(single.getByText('Online', { exact: true })).toBeVisible();
  await single.getByRole('link', { name: 'Back to Group View' }).click();
  await expect(cards(single)).toHaveCount(CLASS_SIZE);
  await expectNotReloaded();
  done.stop();
});

test('what was asked on a device’s own page waits for a device that comes back after its tutor', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  test.setTimeout(90_000);
  pageErrors.allow(AWAY);
  const { classroom } = await ownStage({ students: 2 });
  const { tabs, expectNotReloaded } = await openTabs(classroom, { students: 2 });
  const [page] = tabs;
  const devices = classroom.simulatedClass?.devices ?? [];
  const late = devices.find((device) => !device.muted());
  const other = devices.find((device) => device !== late);
  if (!late || !other) throw new Error('all are mute');
  const done = followActions([late]);
  await openDevice(page, late);
  // Of the others in the group this screen wants to know only who is there, for the way to the next student.
  await expect.poll(() => other.demands()).toBe(2);

  await classroom.stopPlatform();
  await late.stop();
  await press(page, 'Mute');
  await expect(newestActivity(page)).toContainText(QUEUED);
  await classroom.restartPlatform();
  await expect(newestActivity(page)).toContainText('Sent', { timeout: 15_000 });
  late.start();
  await expectConfirmed(page, 'Mute', 1);
  expect(done.whoDid('mute')).toEqual([late.hostname]);
  await expectNotReloaded();
  done.stop();
});

test('a token that expires while nothing can be reached is replaced by itself', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(AWAY);
  const students = 8;
  const { classroom, network } = await ownStage({ students, options: { accessTokenSeconds: 15 } });
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2, students });
  const [page] = tabs;
  const context = page.context();
  const done = followActions(classroom.simulatedClass?.devices ?? []);
  const free = (classroom.simulatedClass?.devices ?? []).filter((device) => !device.muted());
  await select(page, free);
  const fewestCards = await watchFewestCards(tabs);
  await context.route('**/auth/refresh', (route) => route.abort());
  await network.cut();
  await press(page, 'Mute');
  await expect(newestActivity(page)).toContainText(QUEUED);
  await expect.poll(() => tokenLeftMs(page), { timeout: 20_000 }).toBeLessThan(0);
  await expect(page.getByRole('alert').filter({ hasText: 'Broker connection error' })).toBeVisible();
  const endedAt = Date.now();
  await context.unroute('**/auth/refresh');
  await network.restore();
  await Promise.all([
    expectLiveAgain(tabs, { scenario: 'a token expired meanwhile', endedAt, cards: students }),
    expectConfirmed(page, 'Mute', free.length),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames(free));
  expect(await fewestCards()).toBe(students);
  await expectNotReloaded();
  done.stop();
});
