/**
 * The page on a slow, busy machine, as many a school's is: the browser with all of its processes has one core, and
 * platform, class and bench have the others. Looked at are the page's frames, against the same page idle on the same
 * core, by turns.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg, platform } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { percentile } from '../classroom/bench-classroom.ts';
import type { BenchContext } from './measurement.ts';
import type { createMeter } from './page-meter.ts';
import { familyOf } from './process-family.ts';

type Meter = Awaited<ReturnType<typeof createMeter>>;

const ROUNDS = 2;
const SETTLE_MS = 2_000;
const BROWSERS_CORE = '0';

/** `still`: nothing comes at all, or all that comes. `during`: what goes on while the frames are looked at. */
export async function reportOnOneCore(
  context: BenchContext,
  browser: Browser,
  page: {
    meter: Meter;
    still(still: boolean): Promise<unknown>;
    during(): Promise<unknown>;
  },
): Promise<void> {
  if (platform() !== 'linux' || availableParallelism() < 2) {
    context.say('one core: left out, since it takes Linux and two cores');
    return;
  }
  const p95: Record<'idle' | 'live', number[]> = { idle: [], live: [] };
  const longTasks: Record<'idle' | 'live', number[]> = { idle: [], live: [] };
  const release = await confine(browser);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = ['idle', 'live'] as const;
      // What changes with time meets both alike.
      for (const kind of round % 2 === 0 ? order : order.toReversed()) {
        await page.still(kind === 'idle');
        await pause(SETTLE_MS);
        await page.meter.takeLongTasks();
        const times = await page.meter.frameTimes(page.during);
        p95[kind].push(percentile(times, 0.95));
        const long = await page.meter.takeLongTasks();
        longTasks[kind].push(long.length);
        context.say(
          `one core, ${kind}: p95 ${Math.round(p95[kind].at(-1) ?? 0)} ms, long tasks ${long.map(Math.round).join(' ') || 'none'}, load ${loadavg()[0]?.toFixed(1)}`,
        );
      }
    }
  } finally {
    await release();
    await page.still(false);
  }
  context.report({
    measure: 'p95-frame-ms-one-core',
    ours: mean(p95.live),
    baseline: mean(p95.idle),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
  context.report({
    measure: 'long-tasks-one-core',
    ours: mean(longTasks.live),
    baseline: mean(longTasks.idle),
    unit: '',
    aim: { atMost: 0 },
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Gives the browser one core and the bench, with what it has started, the others. Returns the undo. */
async function confine(browser: Browser): Promise<() => Promise<void>> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const root = processInfo.find(({ type }) => type === 'browser')?.id;
  if (root === undefined) throw new Error('the browser does not say which process it is');
  const all = `0-${availableParallelism() - 1}`;
  const rest = `1-${availableParallelism() - 1}`;
  const browsers = new Set(await familyOf(root));
  const own = await familyOf(process.pid);
  await setCores(
    own.filter((id) => !browsers.has(id)),
    rest,
  );
  await setCores([...browsers], BROWSERS_CORE);
  const status = await readFile(`/proc/${root}/status`, 'utf8');
  if (!/^Cpus_allowed_list:\s+0$/m.test(status)) throw new Error('the browser could not be given one core');
  return async () => setCores(await familyOf(process.pid), all);
}

/** Of each process all threads; those that it starts later have its cores. One that has ended needs none. */
async function setCores(processes: readonly number[], cores: string): Promise<void> {
  for (const id of processes) {
    await promisify(execFile)('taskset', ['-a', '-c', '-p', cores, String(id)]).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    });
  }
}
