/** A class in which devices come, fall asleep and leave all the time, while the platform restarts. */
import type { Page } from '@playwright/test';
import { cards } from '../support/console/wall.ts';
import { startWanderers } from '../support/devices/wanderers.ts';
import { CLASS_SIZE, expect, lasts, test } from '../support/faults/fault-stage.ts';

/** What a platform that is away makes a page log. */
const AWAY = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|mqtt/i;
const liveTiles = (page: Page) => page.locator('[data-tile]:not([data-state=offline])');
const SEATS = [35, 36, 37, 38, 39];

test('a group and its wall in three tabs stay whole while devices come and go and the platform restarts twice', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(AWAY);
  const { classroom } = await ownStage({ students: CLASS_SIZE });
  const { tabs, groupId, expectNotReloaded } = await openTabs(classroom);
  const [group] = tabs;
  const openWall = async () => {
    const tab = await group.context().newPage();
    await tab.goto(`${classroom.consoleUrl}/group/${groupId}/grid`);
    await expect(liveTiles(tab)).toHaveCount(CLASS_SIZE);
    return tab;
  };
  const [wall, otherWall] = [await openWall(), await openWall()];
  await wall.getByRole('button', { name: 'Filter Devices', exact: true }).click();
  const wandering = startWanderers(classroom, { seats: SEATS, groupId, everyMs: 20_000, infoAfterMs: 2_000 });
  for (let restart = 0; restart < 2; restart += 1) {
    await lasts(30);
    await classroom.stopPlatform();
    await lasts(5);
    await classroom.restartPlatform();
  }
  await lasts(40);
  await wandering.stop();
  expect(wandering.visits()).toBeGreaterThan(SEATS.length * 3);
  // Those who stay are live; who wandered is gone from the group, and stays on the wall as offline.
  await expect(cards(group)).toHaveCount(CLASS_SIZE, { timeout: 60_000 });
  for (const tab of [wall, otherWall])
    await expect(liveTiles(tab)).toHaveCount(CLASS_SIZE, { timeout: 60_000 });
  await expect(wall.getByRole('dialog', { name: 'Grid Filter' })).toBeVisible();
  for (const tab of [group, wall, otherWall]) await expect(tab.locator('[data-failed-part]')).toHaveCount(0);
  await expectNotReloaded();
});
