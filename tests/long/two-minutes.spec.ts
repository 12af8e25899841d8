/** Two minutes without a broker: longer than its sessions last, and than most actions are worth doing. */
import { expectLiveAgain, watchFewestCards } from '../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  newestActivity,
  press,
  select,
  selectAll,
} from '../support/console/class-actions.ts';
import { cards } from '../support/console/wall.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test, WORKERS } from '../support/faults/fault-stage.ts';

for (const workers of WORKERS) {
  test(`after 2 min without a broker everybody is back, and each action was done once or has expired (${workers} worker)`, async ({
    stage: { classroom, network },
    openTabs,
    pageErrors,
  }) => {
    pageErrors.allow(OUTAGE);
    const { tabs, open, expectNotReloaded } = await openTabs(classroom, { workers });
    const [first] = tabs;
    const [second, third] = [await open(), await open()];
    const all = [first, second, third];
    const devices = classroom.simulatedClass?.devices ?? [];
    const free = devices.filter((device) => !device.muted() && !device.locked());
    const [early, late] = [free.slice(0, 5), free.slice(5, 12)];
    const done = followActions(devices);
    const fewestCards = await watchFewestCards(all);

    await network.cut();
    const begin = lasts(85);
    const over = lasts(120);
    // Worth doing for 60 s: it never is.
    await select(first, early);
    await press(first, 'Mute');
    await expect(newestActivity(first)).toContainText('Will be sent when the connection is back');
    // For 10 min: it still is.
    await selectAll(second);
    await press(second, 'Lock');
    await begin;
    await expect(newestActivity(first)).toContainText('Expired: it was not sent');
    // For 60 s, of which a half is left at the end.
    await select(third, late);
    await press(third, 'Mute');
    await over;
    for (const tab of all) await expect(cards(tab)).toHaveCount(CLASS_SIZE);

    const endedAt = Date.now();
    await network.restore();
    await Promise.all([
      expectLiveAgain(all, {
        scenario: `2 min without a broker, ${workers} worker`,
        endedAt,
        cards: CLASS_SIZE,
      }),
      expectConfirmed(second, 'Lock', CLASS_SIZE),
      expectConfirmed(third, 'Mute', late.length),
    ]);
    expect(done.whoDid('lock')).toEqual(hostnames(devices));
    expect(done.whoDid('mute')).toEqual(hostnames(late));
    await expect(newestActivity(first)).toContainText('Expired: it was not sent');
    expect(await fewestCards()).toBe(CLASS_SIZE);
    await expectNotReloaded();

    // As the class was; what has expired did not come later either.
    await press(second, 'Unlock');
    await press(third, 'Unmute');
    await expectConfirmed(second, 'Unlock', CLASS_SIZE);
    await expectConfirmed(third, 'Unmute', late.length);
    expect(done.whoDid('mute')).toEqual(hostnames(late));
    done.stop();
  });
}
