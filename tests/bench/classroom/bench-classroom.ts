/** A classroom for benches: the platform in a process of its own as `npm start` runs it, the class in this one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { buildConsole, compressConsole } from '../../../scripts/console-build.ts';
import { startProgram } from '../../../scripts/launch/child-program.ts';
import { CHROMIUM_ARGS, findChromium, thisMachine } from '../../support/browser/chromium.ts';
import { signIn } from '../../support/tutors/sign-in.ts';
import type { BenchContext } from '../meters/measurement.ts';

/** A tutor's storage after the sign-in, and the address of the group that they came to. */
export type SignedIn = { state: Awaited<ReturnType<BrowserContext['storageState']>>; address: string };

export type BenchClassroom = {
  consoleUrl: string;
  port: number;
  dataDir: string;
  /** Every seat of the class, simulated or not. */
  classFile: ClassFile;
  simulatedClass: SimulatedClass;
  browser: Browser;
  /** For contexts that have nothing else yet. */
  signedIn(email: string): Promise<SignedIn>;
};

export type BenchClassroomOptions = {
  /** How many seats of `students` are simulated; all of them unless said otherwise. */
  simulated?: number;
  /** `recorded` costs a class next to nothing; the pictures do not show what is done to a device. */
  pictures?: 'drawn' | 'recorded';
  /** The address by which browsers reach the broker, where something stands before it. */
  mqttUrl?: string;
  /** The site is filled up to so many devices and people. */
  school?: number;
  /** Puts something into the data before the platform opens them. */
  prepare?: (dataDir: string) => Promise<void>;
};

/** A platform without its class. */
export type BenchPlatform = {
  consoleUrl: string;
  port: number;
  dataDir: string;
  /** Ends it in order, and starts it again on the same port and data. */
  restart(): Promise<void>;
};
export type BenchClass = Pick<BenchClassroom, 'classFile' | 'simulatedClass'>;
type Ends = Pick<BenchContext, 'atEnd' | 'say'>;
type BenchPlatformOptions = Pick<BenchClassroomOptions, 'mqttUrl' | 'school' | 'prepare'>;

/** In a process of its own. It has seats for so many students. */
export async function startBenchPlatform(
  context: Ends,
  students: number,
  { mqttUrl, school, prepare }: BenchPlatformOptions = {},
): Promise<BenchPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  context.atEnd(() => rm(dataDir, { recursive: true, force: true }));

  await prepare?.(dataDir);
  context.say('starting the platform …');
  // The only way to tell a program that has no flag for it; this process is the bench's own.
  if (mqttUrl !== undefined) process.env.PUBLIC_MQTT_URL = mqttUrl;
  const run = (onPort: number) =>
    startProgram({
      root: process.cwd(),
      entry: 'server/main.ts',
      args: [
        ...['--port', String(onPort), '--data', dataDir, '--students', String(students)],
        ...(school === undefined ? [] : ['--school', String(school)]),
      ],
      readyLine: /^Lectern is ready\b/,
      onLine: context.say,
    });
  let program = run(0);
  const end = async () => {
    program.stop();
    await program.ended;
  };
  context.atEnd(end);
  const port = Number(/:(\d+)/.exec((await program.ready) ?? '')?.[1]);
  if (!(port > 0)) throw new Error('the platform did not start');
  return {
    consoleUrl: `http://demo.localhost:${port}`,
    port,
    dataDir,
    async restart() {
      await end();
      program = run(port);
      if ((await program.ready) === undefined) throw new Error('the platform did not start again');
    },
  };
}

/** Where it is not built yet, or not as it stands now. */
export async function buildBenchConsole(): Promise<void> {
  const built = await buildConsole(process.cwd(), {});
  if (built.name === 'failed') throw new Error(built.output);
  await compressConsole(process.cwd());
}

/** Ends with the bench. */
export async function launchBenchBrowser(context: Ends): Promise<Browser> {
  const found = findChromium(thisMachine());
  const browser = await chromium.launch({
    ...(found.name === 'found' && { executablePath: found.path }),
    args: CHROMIUM_ARGS,
  });
  context.atEnd(() => browser.close());
  return browser;
}

/** Resolves when every simulated device is online. */
export async function startBenchClass(
  context: Ends,
  { port, dataDir }: Pick<BenchPlatform, 'port' | 'dataDir'>,
  { students, pictures }: { students: number; pictures: 'drawn' | 'recorded' },
): Promise<BenchClass> {
  context.say(`starting ${students} students …`);
  const classFile = await readClassFile(join(dataDir, 'demo-class.json'));
  const simulatedClass = createSimulatedClass({
    platform: `http://127.0.0.1:${port}`,
    class: classFile,
    students,
    wanderers: 0,
    pictures,
  });
  context.atEnd(() => simulatedClass.stop());
  await simulatedClass.ready;
  return { classFile, simulatedClass };
}

export async function startBenchClassroom(
  context: BenchContext,
  students: number,
  { simulated = students, pictures = 'drawn', ...options }: BenchClassroomOptions = {},
): Promise<BenchClassroom> {
  await buildBenchConsole();
  const { consoleUrl, port, dataDir } = await startBenchPlatform(context, students, options);
  const started = await startBenchClass(context, { port, dataDir }, { students: simulated, pictures });
  const browser = await launchBenchBrowser(context);
  return {
    ...started,
    consoleUrl,
    port,
    dataDir,
    browser,
    async signedIn(email) {
      const one = await browser.newContext();
      const page = await one.newPage();
      await signIn(page, { consoleUrl, email, byHand: true });
      await page.waitForURL(/\/group\//);
      const signed = { state: await one.storageState(), address: page.url() };
      await one.close();
      return signed;
    },
  };
}

/** The seats of the class at which nobody is simulated. */
export function freeSeats({ classFile, simulatedClass }: BenchClass): number[] {
  const taken = new Set(simulatedClass.devices.map(({ hostname }) => hostname));
  return classFile.devices.flatMap(({ hostname }, seat) => (taken.has(hostname) ? [] : [seat]));
}

/** What the probe below notes in a page. */
export type FrameProbe = {
  /** Milliseconds after navigation when the navigation of the shell first stood in the document. */
  shellMs: number | undefined;
  /** The same for the first painted picture that was taken after the navigation. */
  firstFrameMs: number | undefined;
  /** `at` and `receivedAt` of every frame that reached the tab. */
  frames: { clientId: string; at: number; receivedAt: number }[];
};

/**
 * Runs in the page before anything else. It listens in on the tab's batch port; the product needs no hook for it.
 * Only pictures drawn after the navigation count: a retained or queued one would prove nothing.
 */
export function installFrameProbe(): void {
  const probe: FrameProbe = { shellMs: undefined, firstFrameMs: undefined, frames: [] };
  (globalThis as unknown as { lecternProbe: FrameProbe }).lecternProbe = probe;
  const property = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...property,
    set(this: MessagePort, handler: ((event: MessageEvent) => void) | null) {
      property?.set?.call(this, (event: MessageEvent) => {
        handler?.call(this, event);
        const { frames = [] } = (event.data ?? {}) as { frames?: FrameProbe['frames'] };
        for (const { clientId, at, receivedAt } of frames) {
          probe.frames.push({ clientId, at, receivedAt });
          if (probe.firstFrameMs === undefined && at >= performance.timeOrigin) {
            probe.firstFrameMs = -1;
            // The second animation frame begins after the first has been painted.
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                probe.firstFrameMs = performance.now();
              }),
            );
          }
        }
      });
    },
  });
  const seen = new MutationObserver(() => {
    if (!document.querySelector('nav')) return;
    seen.disconnect();
    requestAnimationFrame(() => {
      probe.shellMs = performance.now();
    });
  });
  seen.observe(document, { childList: true, subtree: true });
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
