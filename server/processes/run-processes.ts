/**
 * `--processes N`: this process takes the connections of the platform's port and hands each to one of N of its own
 * kind, and starts another one where one has ended.
 */
import cluster, { type Worker } from 'node:cluster';
import { createFamilyMetrics } from '../operations/metrics.ts';
import { createSiblingPost, familyEnvironment, newFamily } from './sibling-post.ts';

export type RunProcessesDeps<Ready> = {
  processes: number;
  /** Of the first process; the others do not do again what it has done to the data. */
  args: readonly string[];
  /** Undefined: the message says something else. */
  readReady(message: unknown): Ready | undefined;
  /** All of them are ready; called once, with what the first one said. */
  ready(first: Ready): void;
  warn(sentence: string): void;
  stop: AbortSignal;
};

/** What is done once, by the first process. */
const ONCE = new Set(['--renew-page-link', '--reset']);
/** A process that ends again and again is started more and more seldom. */
const PAUSE_MS = 500;
/**
 * Where others have taken over what it did, the machine is theirs at first: all clients of the process that has ended come back
 * at once, and a process that starts takes as much of the machine for seconds.
 */
const PAUSE_BESIDE_OTHERS_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Who has lived so long did not fail at its start. */
const LIVED_MS = 60_000;

/** Resolves when everything has ended: false where a process could not start at all, which it has said itself. */
export async function runProcesses<Ready>(deps: RunProcessesDeps<Ready>): Promise<boolean> {
  const { processes, args, stop } = deps;
  const pauses = new Set<NodeJS.Timeout>();
  const family = newFamily();
  const passSockets = createSiblingPost(createFamilyMetrics());
  let failures = 0;

  function fork(isFirst: boolean): { ready: Promise<Ready | undefined> } {
    cluster.setupPrimary({ args: isFirst ? [...args] : args.filter((arg) => !ONCE.has(arg)) });
    const worker = cluster.fork(familyEnvironment(family, { speaks: isFirst }));
    passSockets(worker);
    const startedAt = performance.now();
    const ready = new Promise<Ready | undefined>((resolve) => {
      worker.on('message', (message) => {
        const read = deps.readReady(message);
        if (read !== undefined) resolve(read);
      });
      worker.once('exit', () => resolve(undefined));
    });
    const replace = (how: string) => {
      if (stop.aborted) return;
      failures = performance.now() - startedAt > LIVED_MS ? 0 : failures + 1;
      deps.warn(`A process of the platform has ended (${how}); another one is started.`);
      const least = workers().some((other) => !other.isDead()) ? PAUSE_BESIDE_OTHERS_MS : PAUSE_MS;
      const pause = setTimeout(
        () => {
          pauses.delete(pause);
          fork(false);
        },
        Math.min(LONGEST_PAUSE_MS, Math.max(least, PAUSE_MS * 2 ** (failures - 1))),
      );
      pauses.add(pause);
    };
    worker.once('exit', (code, signal) => {
      const how = String(signal ?? code);
      if (isRunning) replace(how);
      else endedBefore.push(() => replace(how));
    });
    return { ready };
  }

  let isRunning = false;
  /** Replace what was ready and has ended while the others were still starting. */
  const endedBefore: (() => void)[] = [];
  // The first one alone makes what there is none of: tables, keys, the demo.
  const first = await fork(true).ready;
  const others =
    first === undefined
      ? []
      : await Promise.all(Array.from({ length: processes - 1 }, () => fork(false).ready));
  const areReady = first !== undefined && !others.includes(undefined);
  if (first !== undefined && areReady && !stop.aborted) {
    isRunning = true;
    deps.ready(first);
    for (const replace of endedBefore) replace();
    await new Promise((resolve) => stop.addEventListener('abort', resolve));
  }
  for (const pause of pauses) clearTimeout(pause);
  await endAll();
  return areReady || stop.aborted;
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);

/** One after the other, so that the clients of one find the next. */
async function endAll(): Promise<void> {
  for (const worker of workers()) {
    if (worker.isDead()) continue;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.process.kill('SIGTERM');
    await ended;
  }
}
