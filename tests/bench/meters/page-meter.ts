/** What a page costs its main thread, and how evenly its frames come. The page must run `pages/measured-page.ts`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import type { PageMeter } from '../pages/measured-page.ts';

type Measured = { lecternBench: PageMeter };

export type MainThread = {
  /**
   * What the main thread computed, in ms: the processor's time and not the clock's, since on a busy machine the clock
   * counts other programs, too.
   */
  cpuMs: number;
  durationMs: number;
  /** Durations of tasks over 50 ms by the clock. */
  longTasks: number[];
};

/** Returns what the main thread has computed so far, in ms. Another document of the page begins anew. */
export async function createThreadTime(page: Page, session?: CDPSession): Promise<() => Promise<number>> {
  const devtools = session ?? (await page.context().newCDPSession(page));
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
  };
}

export async function createMeter(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const threadMs = await createThreadTime(page, devtools);
  const longTasks = () =>
    page.evaluate(() => (globalThis as unknown as Measured).lecternBench.takeLongTasks());

  return {
    devtools,
    /** Durations of tasks over 50 ms by the clock, since this was asked last. */
    takeLongTasks: longTasks,
    /** No frames are asked for meanwhile: the page draws when it has to. */
    async mainThread(forMs: number): Promise<MainThread> {
      await longTasks();
      const before = await threadMs();
      const from = performance.now();
      await pause(forMs);
      const cpuMs = (await threadMs()) - before;
      return { cpuMs, durationMs: performance.now() - from, longTasks: await longTasks() };
    },
    /** Per cent of the time that `during` took in which the main thread computed. The page needs no script for it. */
    async busyPercent(during: () => Promise<unknown>): Promise<number> {
      const before = await threadMs();
      const from = performance.now();
      await during();
      return (((await threadMs()) - before) / (performance.now() - from)) * 100;
    },
    /** Milliseconds between frames while `during` runs. */
    async frameTimes(during: () => Promise<unknown>): Promise<number[]> {
      await page.evaluate(() => (globalThis as unknown as Measured).lecternBench.startFrames());
      await during();
      return page.evaluate(() => (globalThis as unknown as Measured).lecternBench.stopFrames());
    },
  };
}
