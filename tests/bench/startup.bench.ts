/** How long a tutor waits for the first live picture, and what the browser must load before the shell shows. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  type FrameProbe,
  installFrameProbe,
  median,
  startBenchClassroom,
} from './classroom/bench-classroom.ts';
import type { Bench } from './meters/measurement.ts';

const RUNS = 7;
/** The devices end a tutor's demands when its last will arrives; a run must not profit from the one before. */
const SETTLE_MS = 6_000;
const PAINTED = () =>
  ((globalThis as unknown as { lecternProbe: FrameProbe }).lecternProbe.firstFrameMs ?? -1) > 0;
const PROBE = () => (globalThis as unknown as { lecternProbe: FrameProbe }).lecternProbe;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, 30);
  const { state, address } = await classroom.signedIn('teacher@demo.example');
  const cold: number[] = [];
  const coldShell: number[] = [];
  const warm: number[] = [];
  let scripts: string[] = [];

  for (let run = 0; run < RUNS; run += 1) {
    await pause(SETTLE_MS);
    const visitor = await classroom.browser.newContext({ storageState: state });
    await visitor.addInitScript(installFrameProbe);
    const page = await visitor.newPage();
    await page.goto(address);
    await page.waitForFunction(PAINTED);
    const first = await page.evaluate(PROBE);
    cold.push(first.firstFrameMs ?? Number.NaN);
    coldShell.push(first.shellMs ?? Number.NaN);
    scripts = await scriptsBefore(page, first.shellMs ?? 0);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForFunction(PAINTED);
    warm.push((await page.evaluate(PROBE)).firstFrameMs ?? Number.NaN);
    context.say(
      `run ${run + 1}: cold ${Math.round(cold.at(-1) ?? 0)} ms, warm ${Math.round(warm.at(-1) ?? 0)} ms`,
    );
    await visitor.close();
  }

  context.report({ measure: 'cold-start', ours: median(cold), unit: 'ms', aim: { atMost: 1_500 } });
  context.report({ measure: 'cold-shell', ours: median(coldShell), unit: 'ms' });
  context.report({ measure: 'warm-start', ours: median(warm), unit: 'ms', aim: { atMost: 1_500 } });
  context.report({
    measure: 'javascript-before-shell',
    ours: (await gzipBytes(scripts)) / 1024,
    unit: 'KiB gzip',
    aim: { atMost: 200 },
  });
  context.say(`scripts before the shell: ${scripts.map((url) => new URL(url).pathname).join(' ')}`);
};

/** Every script that was asked for before the shell showed, the worker's too where it was that early. */
const scriptsBefore = (page: Page, shellMs: number) =>
  page.evaluate(
    (until) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => startTime < until && new URL(name).pathname.endsWith('.js'))
        .map(({ name }) => name),
    shellMs,
  );

async function gzipBytes(urls: readonly string[]): Promise<number> {
  let sum = 0;
  for (const path of new Set(urls.map((url) => new URL(url).pathname))) {
    sum += gzipSync(await readFile(join('dist', path)), { level: 9 }).byteLength;
  }
  return sum;
}
