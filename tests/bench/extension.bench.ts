/**
 * A student's browser with the extension beside one without it, both on the same slide show at the same time: the
 * processor time of all processes of each while nobody looks, while a tutor gets a picture every 5 seconds, and
 * with 5,000 blocked domains while pages load; the time in which pages load with these rules; and the memory of
 * the process with the extension's worker and document.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { buildOwnExtension } from '../../scripts/bundle/extension-build.ts';
import { watchAgent } from '../contracts/agents/class-tutor.ts';
import { eventually } from '../contracts/agents/eventually.ts';
import {
  deploymentOf,
  launchStudentBrowser,
  launchWithExtension,
  type StudentBrowser,
} from '../support/extension/extension-browser.ts';
import { median, startBenchPlatform } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { privateBytes, processesOf, processorMs, processWith } from './meters/process-family.ts';

const SETTLE_MS = 15_000;
const PHASE_MS = 60_000;
const PICTURE_EVERY_MS = 5_000;
const PAGE_EVERY_MS = 3_000;
const BLOCKED_DOMAINS = 5_000;
/** One policy takes no more. */
const DOMAINS_OF_A_POLICY = 1_000;
const PAGE_LOADS = 60;
const MEBIBYTE = 1024 * 1024;

export const bench: Bench = async (context) => {
  await buildOwnExtension(process.cwd());
  const { port, dataDir } = await startBenchPlatform(context, 1);
  const platform = { port, origin: (host: string) => `http://${host}.localhost:${port}` };
  const slides = await serveSlides(context);
  const ours = await launchWithExtension();
  context.atEnd(ours.close);
  const bare = await launchStudentBrowser();
  context.atEnd(bare.close);
  const pages = [await openSlides(ours, slides), await openSlides(bare, slides)] as const;
  const worker = await ours.worker();
  await worker.evaluate(
    (deployment) => chrome.storage.local.set({ deployment }),
    await deploymentOf({ platform, dataDir }),
  );
  const { browserName } = await eventually(
    'the name of the browser',
    () => worker.evaluate(() => chrome.storage.local.get('browserName')),
    (stored) => stored.browserName !== undefined,
  );
  const network = { port, cut: async () => {}, restore: async () => {} };
  const tutor = await watchAgent({ platform, dataDir, network }, String(browserName));
  context.atEnd(tutor.close);
  await tutor.endDemands();

  const both = await Promise.all(
    [ours, bare].map(({ profile }) => processWith(`--user-data-dir=${profile}`)),
  );
  const reportPhase = async (measure: string, ratioAtMost: number, during?: () => Promise<unknown>) => {
    await pause(SETTLE_MS);
    const [before, beforeBare] = await Promise.all(both.map(processorMs));
    await Promise.all([pause(PHASE_MS), during?.()]);
    const [after, afterBare] = await Promise.all(both.map(processorMs));
    const spent = { ours: Number(after) - Number(before), baseline: Number(afterBare) - Number(beforeBare) };
    context.report({ measure, ...spent, unit: 'ms', aim: { ratioAtMost } });
  };

  await reportPhase('cpu-idle', 1.02);
  await tutor.demand('thumbnails', {
    frequency: PICTURE_EVERY_MS,
    parameters: { width: 320, height: 180, quality: 60 },
  });
  await reportPhase('cpu-watched', 1.1);
  if (tutor.pictures().length < PHASE_MS / PICTURE_EVERY_MS / 2) throw new Error('too few pictures came');
  await tutor.endDemands();
  await tutor.demand('statuses');
  const ids = await tutor.applyPolicies(
    Array.from({ length: BLOCKED_DOMAINS / DOMAINS_OF_A_POLICY }, (_, part) => ({
      definition: 'BlockWebsitesDefinition',
      parameters: {
        urls: Array.from({ length: DOMAINS_OF_A_POLICY }, (_, i) => `games-${part}-${i}.example`),
      },
    })),
  );
  await tutor.record(
    'statuses',
    ({ policies }) => policies !== undefined && ids.every((id) => policies.activePolicies.includes(id)),
  );
  await reportPhase('cpu-rules', 1.1, () => turnPages(pages, slides));
  const loads = await timeLoads(pages, slides);
  context.report({ measure: 'page-load', ...loads, unit: 'ms', aim: { ratioAtMost: 1.05 } });
  context.report({
    measure: 'memory-mib',
    ours: (await extensionBytes(both[0] ?? 0)) / MEBIBYTE,
    unit: 'MiB',
    aim: { atMost: 60 },
  });
};

/** A slide show whose slides fade into one another. */
async function serveSlides(context: BenchContext): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(SLIDES);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const SLIDES = `<!doctype html><title>Volcanoes</title>
<style>
  body { margin: 0; background: #123; color: #fff; font: 32px sans-serif }
  section { position: fixed; inset: 0; padding: 3rem; opacity: 0; transition: opacity 1s }
  section.shown { opacity: 1 }
</style>
<body>
<script>
  for (let n = 1; n <= 12; n += 1) {
    const slide = document.createElement('section');
    slide.style.background = 'linear-gradient(' + n * 30 + 'deg, hsl(' + n * 30 + ' 60% 30%), #123)';
    slide.innerHTML = '<h1>Slide ' + n + '</h1>' + '<p>Lava flows downhill.</p>'.repeat(8);
    document.body.append(slide);
  }
  let at = 0;
  const show = () => {
    document.body.children[at % 12 + 1].className = '';
    at += 1;
    document.body.children[at % 12 + 1].className = 'shown';
  };
  show();
  setInterval(show, 5000);
</script>`;

async function openSlides({ context }: StudentBrowser, slides: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(slides);
  return page;
}

async function turnPages(pages: readonly Page[], slides: string): Promise<void> {
  for (let at = 0; at < PHASE_MS - PAGE_EVERY_MS; at += PAGE_EVERY_MS) {
    await Promise.all(pages.map((page) => page.goto(slides)));
    await pause(PAGE_EVERY_MS);
  }
}

/** Medians; the browsers take turns. */
async function timeLoads([ours, bare]: readonly [Page, Page], slides: string) {
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let i = 0; i < PAGE_LOADS; i += 1) {
    times.ours.push(await loadMs(ours, slides));
    times.baseline.push(await loadMs(bare, slides));
  }
  return { ours: median(times.ours), baseline: median(times.baseline) };
}

async function loadMs(page: Page, url: string): Promise<number> {
  await page.goto(url);
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (entry?.loadEventStart ?? Number.NaN) - (entry?.startTime ?? 0);
  });
}

async function extensionBytes(root: number): Promise<number> {
  const own = (await processesOf(root)).filter(({ command }) => command.includes('--extension-process'));
  const sizes = await Promise.all(own.map(({ pid }) => privateBytes(pid)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
