/** The same fault again and again: nothing may be left behind by each. */
import type { Page } from '@playwright/test';
import { inspectLiveWorker } from '../support/browser/worker-inspector.ts';
import { expectLiveAgain } from '../support/console/card-pictures.ts';
import { endSharedWorkers } from '../support/faults/browser-faults.ts';
import { CLASS_SIZE, expect, type FaultClass, lasts, OUTAGE, test } from '../support/faults/fault-stage.ts';

const OUTAGES = 20;
const WORKER_ENDS = 8;
/** One that ends sooner after its start is started again with growing pauses. */
const WORKER_LIVES_S = 10;
/** The first ones fill caches. */
const SETTLED_AFTER = 3;
/** What a worker at rest may run; one that every outage left behind would be more. */
const TIMERS_AT_REST = 8;

const connections = ({ classroom }: FaultClass) => classroom.platform.broker.connections().length;
/** How many demands the devices hold: one number where all hold as many. */
const demands = ({ classroom }: FaultClass) => [
  ...new Set(classroom.simulatedClass?.devices.map((device) => device.demands())),
];

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

test(`${OUTAGES} outages leave no demand, connection, timer or memory behind`, async ({
  stage,
  openTabs,
  pageErrors,
  browser,
}) => {
  pageErrors.allow(OUTAGE);
  const { classroom, network } = stage;
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2 });
  const [page] = tabs;
  await expect.poll(() => demands(stage)).toHaveLength(1);
  const before = { demands: demands(stage), connections: connections(stage) };
  const worker = await inspectLiveWorker(browser, page);
  const measure = async () => ({ worker: await worker.heapBytes(), page: await heapOf(page) });
  let settled = { worker: 0, page: 0 };
  for (let outage = 1; outage <= OUTAGES; outage += 1) {
    await network.cut();
    await lasts(1);
    const endedAt = Date.now();
    await network.restore();
    await expectLiveAgain(tabs, { scenario: `outage ${outage} of ${OUTAGES}`, endedAt, cards: CLASS_SIZE });
    if (outage === SETTLED_AFTER) settled = await measure();
  }
  await expect.poll(() => demands(stage)).toEqual(before.demands);
  expect(connections(stage)).toBe(before.connections);
  // What waits for a moment of its own is over: a stranger, a debounce, each tab’s question for a runner (a minute, and
  // one more for who answers late).
  await expect.poll(worker.timers, { timeout: 140_000 }).toBeLessThanOrEqual(TIMERS_AT_REST);
  const after = await measure();
  console.log(
    `${OUTAGES} outages: worker ${mebibytes(settled.worker)} → ${mebibytes(after.worker)}, page ${mebibytes(settled.page)} → ${mebibytes(after.page)}`,
  );
  expect(after.worker).toBeLessThan(settled.worker * 1.05 + 1_000_000);
  expect(after.page).toBeLessThan(settled.page * 1.05 + 1_000_000);
  await worker.close();
  await expectNotReloaded();
});

test(`${WORKER_ENDS} workers that ended leave no demand, connection or memory behind`, async ({
  stage,
  openTabs,
  pageErrors,
  browser,
}) => {
  pageErrors.allow(OUTAGE);
  const { classroom } = stage;
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2 });
  const [page] = tabs;
  await expect.poll(() => demands(stage)).toHaveLength(1);
  const before = { demands: demands(stage), connections: connections(stage) };
  let settled = 0;
  for (let end = 1; end <= WORKER_ENDS; end += 1) {
    await lasts(WORKER_LIVES_S);
    const endedAt = Date.now();
    await endSharedWorkers(browser, page);
    await expectLiveAgain(tabs, {
      scenario: `worker end ${end} of ${WORKER_ENDS}`,
      endedAt,
      cards: CLASS_SIZE,
    });
    if (end === SETTLED_AFTER) settled = await heapOf(page);
  }
  await expect.poll(() => demands(stage), { timeout: 15_000 }).toEqual(before.demands);
  await expect.poll(() => connections(stage)).toBe(before.connections);
  const after = await heapOf(page);
  console.log(`${WORKER_ENDS} worker ends: page ${mebibytes(settled)} → ${mebibytes(after)}`);
  expect(after).toBeLessThan(settled * 1.05 + 1_000_000);
  await expectNotReloaded();
});
