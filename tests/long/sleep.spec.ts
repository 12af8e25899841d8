/** The tutor's laptop is closed and opened again. */

import { expectLiveAgain, handledBatches, watchFewestCards } from '../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../support/console/class-actions.ts';
import { putToSleep } from '../support/faults/browser-faults.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test, WORKERS } from '../support/faults/fault-stage.ts';

for (const workers of WORKERS) {
  test(`a browser that slept for 30 s is live again by itself (${workers} worker)`, async ({
    stage: { classroom },
    openTabs,
    pageErrors,
    browser,
  }) => {
    pageErrors.allow(OUTAGE);
    const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2, workers });
    const [page] = tabs;
    const devices = classroom.simulatedClass?.devices ?? [];
    const done = followActions(devices);
    const some = devices.filter((device) => !device.muted()).slice(3, 8);
    await select(page, some);
    const fewestCards = await watchFewestCards(tabs);
    // Whatever of it has left by then; the 8 s of its answers in the activity area may be over at the end.
    await press(page, 'Mute');
    const wake = await putToSleep(browser);
    await lasts(30);
    const endedAt = Date.now();
    wake();
    await expectLiveAgain(tabs, {
      scenario: `slept for 30 s, ${workers} worker`,
      endedAt,
      cards: CLASS_SIZE,
    });
    await expect.poll(() => done.whoDid('mute')).toEqual(hostnames(some));
    for (const tab of tabs) {
      const late = (await handledBatches(tab, endedAt)).filter(({ sentAt }) => sentAt < endedAt);
      expect(late.length).toBeLessThanOrEqual(2);
    }
    expect(await fewestCards()).toBe(CLASS_SIZE);
    await expectNotReloaded();

    // As the class was.
    await press(page, 'Unmute');
    await expectConfirmed(page, 'Unmute', some.length);
    expect(done.whoDid('mute')).toEqual(hostnames(some));
    done.stop();
  });
}
