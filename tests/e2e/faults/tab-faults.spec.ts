/** A tab crashes: nothing of it can say goodbye. */

import { expectStillLive } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { crash } from '../../support/faults/browser-faults.ts';
import { CLASS_SIZE, expect, OUTAGE, test } from '../../support/faults/fault-stage.ts';

/** How long the demands of a tab that crashed may go on, once the browser says that it has. */
const ENDS_WITHIN_MS = 6_000;
const OFTEN = { timeout: 20_000, intervals: [50] };

test('the demands of a tab that crashes end within 6 s, those of its neighbour go on', async ({
  stage: { classroom },
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE, /the page crashed/);
  const devices = classroom.simulatedClass?.devices ?? [];
  const demands = () => [...new Set(devices.map((device) => device.demands()))];
  await expect.poll(demands).toEqual([0]);
  const { tabs, open, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  // One for each feed; 0 for a device that has not heard yet.
  await expect.poll(demands).toHaveLength(1);
  const [each = 0] = demands();
  expect(each).toBeGreaterThan(0);
  const other = await open();
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Room 7A' }).click();
  await expect(other.getByRole('heading', { name: 'Room 7A' })).toBeVisible();
  // Both groups have the same devices. One tab's stand-in for the other's group is gone after its grace.
  await expect.poll(demands, { timeout: 10_000 }).toEqual([2 * each]);

  const done = followActions(devices);
  const some = devices.filter((device) => !device.muted()).slice(3, 8);
  await select(page, some);

  await crash(other);
  const crashedAt = Date.now();
  // At the very moment.
  await press(page, 'Mute');
  const demandsEnded = async () => {
    await expect.poll(demands, OFTEN).toEqual([each]);
    return Date.now() - crashedAt;
  };
  const [ms] = await Promise.all([demandsEnded(), expectConfirmed(page, 'Mute', some.length)]);
  console.log(`demands ended after ${ms} ms (limit ${ENDS_WITHIN_MS}): a tab crashed`);
  expect(ms).toBeLessThan(ENDS_WITHIN_MS);
  await expectStillLive(tabs, CLASS_SIZE);
  expect(demands()).toEqual([each]);
  expect(done.whoDid('mute')).toEqual(hostnames(some));
  // As the class was.
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', some.length);
  done.stop();

  await expectNotReloaded();
  await crash(page);
  const lastCrashedAt = Date.now();
  await expect.poll(demands, OFTEN).toEqual([0]);
  expect(Date.now() - lastCrashedAt, 'the last tab crashed').toBeLessThan(ENDS_WITHIN_MS);
});
