/** The tutor's laptop is closed and opened again. */
import { putToSleep } from '../support/browser-faults.ts';
import { expectLiveAgain, handledBatches, watchFewestCards } from '../support/card-pictures.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test, WORKERS } from '../support/fault-stage.ts';

for (const workers of WORKERS) {
  test(`a browser that slept for 30 s is live again by itself (${workers} worker)`, async ({
    stage: { classroom },
    openTabs,
    pageErrors,
    browser,
  }) => {
    pageErrors.allow(OUTAGE);
    const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2, workers });
    const fewestCards = await watchFewestCards(tabs);
    const wake = await putToSleep(browser);
    await lasts(30);
    const endedAt = Date.now();
    wake();
    await expectLiveAgain(tabs, {
      scenario: `slept for 30 s, ${workers} worker`,
      endedAt,
      cards: CLASS_SIZE,
    });
    for (const tab of tabs) {
      const late = (await handledBatches(tab, endedAt)).filter(({ sentAt }) => sentAt < endedAt);
      expect(late.length).toBeLessThanOrEqual(2);
    }
    expect(await fewestCards()).toBe(CLASS_SIZE);
    await expectNotReloaded();
  });
}
