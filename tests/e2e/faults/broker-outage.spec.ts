/** The broker goes away for a while, with everybody connected to it. */
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
import { cards } from '../../support/console/wall.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test, WORKERS } from '../../support/faults/fault-stage.ts';

const banner = /^Broker connection error\. Please adjust your network/;

for (const workers of WORKERS) {
  test(`three tabs and thirty devices come back after 10 s without a broker (${workers} worker)`, async ({
    stage,
    openTabs,
    pageErrors,
  }) => {
    pageErrors.allow(OUTAGE);
    const { classroom, network } = stage;
    const { tabs, open, expectNotReloaded } = await openTabs(classroom, { count: 2, workers });
    const [page] = tabs;
    const neighbour = await open();
    const devices = classroom.simulatedClass?.devices ?? [];
    const done = followActions(devices);
    const some = devices.filter((device) => !device.muted()).slice(3, 8);
    const fewestCards = await watchFewestCards([...tabs, neighbour]);

    await network.cut();
    const over = lasts(10);
    await select(page, some);
    await press(page, 'Mute');
    await expect(newestActivity(page)).toContainText('Will be sent when the connection is back');
    await selectAll(neighbour);
    await press(neighbour, 'Lock');
    await over;
    for (const tab of [...tabs, neighbour]) {
      await expect(tab.getByRole('alert').filter({ hasText: banner })).toBeVisible();
      await expect(cards(tab)).toHaveCount(CLASS_SIZE);
      await expect(tab.locator('ul[aria-label="Devices"] > li:has([data-stale])')).toHaveCount(CLASS_SIZE);
    }
    const endedAt = Date.now();
    await network.restore();
    await Promise.all([
      expectLiveAgain([...tabs, neighbour], {
        scenario: `10 s without a broker, ${workers} worker`,
        endedAt,
        cards: CLASS_SIZE,
      }),
      expectConfirmed(page, 'Mute', some.length),
      expectConfirmed(neighbour, 'Lock', CLASS_SIZE),
    ]);
    expect(done.whoDid('mute')).toEqual(hostnames(some));
    expect(done.whoDid('lock')).toEqual(hostnames(devices));
    for (const tab of tabs) await expect(tab.getByText(banner)).toHaveCount(0);
    // Nobody left: what is old is marked, and nothing of it vanishes.
    expect(await fewestCards()).toBe(CLASS_SIZE);
    await expectNotReloaded();

    // As the class was.
    await press(page, 'Unmute');
    await press(neighbour, 'Unlock');
    await expectConfirmed(page, 'Unmute', some.length);
    await expectConfirmed(neighbour, 'Unlock', CLASS_SIZE);
    done.stop();
  });
}
