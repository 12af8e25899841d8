/**
 * The inventory of 5,000 devices with 120 programs and 60 drivers each, and of 1,000 beside it: from the first request to
 * the table that has it whole, against the same pages fetched and parsed in a bare worker of the same page. Both take
 * turns; medians count. Every visit begins with an empty browser, so that nothing is kept of the one before.
 *
 * Options: `--rounds 3`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { readBareInventory } from './baselines/bare-inventory.ts';
import {
  type BenchClassroom,
  median,
  type SignedIn,
  startBenchClassroom,
} from './classroom/bench-classroom.ts';
import { createCollector, dataBytes, type HeapSizes } from './meters/browser-memory.ts';
import type { Bench } from './meters/measurement.ts';
import { createThreadTime } from './meters/page-meter.ts';
import { within } from './meters/within.ts';
import { type InventoryProbe, installInventoryProbe } from './pages/inventory-probe.ts';

const MIB = 1024 * 1024;
/** Half of a school's machines run Windows. */
const SCHOOLS = [2_000, 10_000] as const;
const WHOLE_WITHIN_MS = 120_000;
/** What is kept on the computer has been written by then, and garbage is collected. */
const SETTLE_MS = 5_000;

type Visit = {
  devices: number;
  oursMs: number;
  bareMs: number;
  busyPercent: number;
  /** The same of the page before the inventory is opened. */
  idlePercent: number;
  grownBytes: number;
  /** JavaScript before the inventory is opened, and after. */
  heaps: readonly [HeapSizes, HeapSizes];
};

const wholeAt = (page: Page) =>
  within(
    WHOLE_WITHIN_MS,
    'the whole inventory',
    page.evaluate(
      () => (globalThis as unknown as { lecternInventory: InventoryProbe }).lecternInventory.whole,
    ),
  );

async function visit({ browser, consoleUrl }: BenchClassroom, tutor: SignedIn): Promise<Visit> {
  const context = await browser.newContext({ storageState: tutor.state, bypassCSP: true });
  await context.addInitScript(installInventoryProbe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const threadMs = await createThreadTime(page, devtools);
  const collect = await createCollector(devtools);
  await page.goto(`${consoleUrl}/clients`);
  // The page with the list of all devices, and without their inventory.
  await page.getByRole('row').nth(10).waitFor();
  const idleBefore = await threadMs();
  const idleFrom = performance.now();
  await pause(SETTLE_MS);
  const idlePercent = (((await threadMs()) - idleBefore) / (performance.now() - idleFrom)) * 100;
  const emptyHeap = await collect();
  const emptyBytes = await dataBytes(browser);

  const first = page.waitForRequest((request) => request.url().includes('/devices/inventory?'));
  const opened = page.getByRole('tab', { name: 'Software' }).click();
  const request = await first;
  const from = Date.now();
  const threadBefore = await threadMs();
  const end = await wholeAt(page);
  const busyPercent = (((await threadMs()) - threadBefore) / (Date.now() - from)) * 100;
  await opened;
  await pause(SETTLE_MS);
  const heap = await collect();
  const grownBytes = (await dataBytes(browser)) - emptyBytes;

  const headers = await request.allHeaders();
  const bare = await page.evaluate(readBareInventory, {
    url: request.url().split('?')[0] ?? '',
    headers: {
      authorization: headers.authorization ?? '',
      'tenant-key': headers['tenant-key'] ?? '',
    },
  });
  await context.close();
  return {
    devices: bare.devices,
    oursMs: end - from,
    bareMs: bare.ms,
    busyPercent,
    idlePercent,
    grownBytes,
    heaps: [emptyHeap, heap],
  };
}

const mib = (bytes: number) => (bytes / MIB).toFixed(0);

const told = ({
  devices,
  oursMs,
  bareMs,
  busyPercent,
  idlePercent,
  grownBytes,
  heaps: [before, after],
}: Visit) =>
  `${devices} devices: ${Math.round(oursMs)} ms, bare ${Math.round(bareMs)} ms, ` +
  `busy ${busyPercent.toFixed(1)} %, before ${idlePercent.toFixed(1)} %, ${mib(grownBytes)} MiB; ` +
  `scripts of the tab ${mib(before.tab)} to ${mib(after.tab)} MiB, of its workers ${mib(before.workers)} to ${mib(after.workers)} MiB`;

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: { rounds: { type: 'string', default: '3' } },
  });
  const schools: { classroom: BenchClassroom; tutor: SignedIn; visits: Visit[] }[] = [];
  for (const school of SCHOOLS) {
    const classroom = await startBenchClassroom(context, 1, { pictures: 'recorded', school });
    const tutor = await classroom.signedIn('maintainer@demo.example');
    schools.push({ classroom, tutor, visits: [] });
  }
  // In turns: whatever else this machine does meets both schools alike.
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const { classroom, tutor, visits } of schools) {
      const one = await visit(classroom, tutor);
      visits.push(one);
      context.say(told(one));
    }
  const perDevice = schools.map(({ visits }) => {
    const of = (key: Exclude<keyof Visit, 'heaps'>) => median(visits.map((each) => each[key]));
    const name = (what: string) => `${what}-${of('devices')}`;
    context.report({
      measure: name('aggregate'),
      ours: of('oursMs'),
      baseline: of('bareMs'),
      unit: 'ms',
      aim: { ratioAtMost: 1.5 },
    });
    context.report({
      measure: name('main-thread'),
      ours: of('busyPercent'),
      baseline: of('idlePercent'),
      unit: '% busy',
      aim: { atMost: 5 },
    });
    context.report({
      measure: name('memory'),
      ours: of('grownBytes') / MIB,
      unit: 'MiB',
      aim: { atMost: 150 },
    });
    return { ours: of('oursMs') / of('devices'), bare: of('bareMs') / of('devices') };
  });
  const [small, large] = perDevice;
  context.report({
    measure: 'cost-per-device',
    ours: large?.ours ?? Number.NaN,
    baseline: small?.ours ?? Number.NaN,
    unit: 'ms a device',
    aim: { ratioAtMost: 1.15 },
  });
  // How much of that is the platform's and the network's.
  context.report({
    measure: 'cost-per-device-bare',
    ours: large?.bare ?? Number.NaN,
    baseline: small?.bare ?? Number.NaN,
    unit: 'ms a device',
  });
};
