/** A tab crashes or is suspended. */
import { TIMING } from '#domain/timing.ts';
import { crash, suspend } from '../../support/browser-faults.ts';
import { expectLiveAgain, expectStillLive, handledBatches } from '../../support/card-pictures.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test, WORKERS } from '../../support/fault-stage.ts';
import { cards } from '../../support/wall.ts';

/** How long the demands of a tab that crashed may go on. */
const ENDS_WITHIN_MS = 6_000;
const OFTEN = { timeout: 20_000, intervals: [50] };

for (const workers of WORKERS) {
  test(`the demands of a tab that crashes end within 6 s, those of its neighbour go on (${workers} worker)`, async ({
    stage: { classroom },
    openTabs,
    pageErrors,
  }) => {
    pageErrors.allow(OUTAGE, /the page crashed/);
    const devices = classroom.simulatedClass?.devices ?? [];
    const demands = () => [...new Set(devices.map((device) => device.demands()))];
    await expect.poll(demands).toEqual([0]);
    const { tabs, open, expectNotReloaded } = await openTabs(classroom, { workers });
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

    const crashedAt = Date.now();
    await crash(other);
    await expect.poll(demands, OFTEN).toEqual([each]);
    const ms = Date.now() - crashedAt;
    console.log(`demands ended after ${ms} ms (limit ${ENDS_WITHIN_MS}): a tab crashed, ${workers} worker`);
    expect(ms).toBeLessThan(ENDS_WITHIN_MS);
    await expectStillLive(tabs, CLASS_SIZE);
    expect(demands()).toEqual([each]);

    const lastCrashedAt = Date.now();
    await expectNotReloaded();
    await crash(page);
    await expect.poll(demands, OFTEN).toEqual([0]);
    expect(Date.now() - lastCrashedAt, 'the last tab crashed').toBeLessThan(ENDS_WITHIN_MS);
  });
}

test('a tab that was suspended for 10 s is live at once, and nothing has queued for it', async ({
  stage: { classroom },
  openTabs,
  context,
}) => {
  const { tabs, open, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  const neighbour = await open();
  const resume = await suspend(context, page);
  await lasts(10);
  // One that stands still takes nothing from its neighbour.
  await expectStillLive([neighbour], CLASS_SIZE);
  const endedAt = Date.now();
  await resume();
  await expectLiveAgain([page], {
    scenario: 'suspended for 10 s',
    endedAt,
    cards: CLASS_SIZE,
    // The worker has gone on: nobody waits for the next picture.
    picturesSince: endedAt - TIMING.groupThumbnailMs - 1_000,
  });
  // Two unanswered batches, and no more, were under way to it.
  const late = (await handledBatches(page, endedAt)).filter(({ sentAt }) => sentAt < endedAt);
  expect(late.length).toBeLessThanOrEqual(2);
  for (const tab of [page, neighbour]) await expect(cards(tab)).toHaveCount(CLASS_SIZE);
  await expectNotReloaded();
});
