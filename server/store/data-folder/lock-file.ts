/**
 * PGlite has no lock of its own, and two processes in one data folder destroy it. The lock file names the
 * process that holds it. A holder that has died (SIGKILL, power cut) loses the lock. The process id of
 * another container means nothing here, so a holder there counts as alive while it touches the file.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '#base/store-error.ts';
import { PRIVATE_FILE_MODE } from './private-folder.ts';

type Holder = {
  pid: number;
  startedAt: string | null;
  /** PID namespace of that id; null where the system does not reveal it. */
  namespace: string | null;
};

/** Tests change these values. */
export type LockTimes = {
  touchEveryMs: number;
  /** A holder in another container that has not touched the file for this long is dead. */
  watchMs: number;
};
const TIMES: LockTimes = { touchEveryMs: 3_000, watchMs: 15_000 };

/** Locks of this process, which a comparison of process ids cannot distinguish from stale ones. */
const ownLocks = new Set<string>();

/** An empty lock file belongs to a process that has just created it. */
const GRACE_MS = 2_000;
const ATTEMPTS = 3;

/** Returns the release. Throws `StoreError('locked')` while another live process holds the lock. */
export async function takeLock(file: string, times: LockTimes = TIMES): Promise<() => Promise<void>> {
  if (ownLocks.has(file)) throw new StoreError('locked', `${file} is held by this process`);
  ownLocks.add(file);
  try {
    await claim(file, times);
  } catch (error) {
    ownLocks.delete(file);
    throw error;
  }
  const mine = await readFile(file, 'utf8');
  // A container that was suspended for long may have lost the lock meanwhile.
  const isMine = async () => (await readFile(file, 'utf8').catch(() => undefined)) === mine;
  async function touch(): Promise<void> {
    const now = new Date();
    if (await isMine()) await utimes(file, now, now);
  }
  // A disk that refuses this write may accept the next one.
  const touching = setInterval(() => void touch().catch(() => undefined), times.touchEveryMs).unref();
  return async () => {
    clearInterval(touching);
    if (ownLocks.delete(file) && (await isMine())) await rm(file, { force: true });
  };
}

async function claim(file: string, { watchMs, touchEveryMs }: LockTimes): Promise<void> {
  const mine = JSON.stringify({
    pid: process.pid,
    startedAt: startOf(process.pid),
    namespace: NAMESPACE,
  } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: PRIVATE_FILE_MODE });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    if (isElsewhere(found)) {
      if (await isTouched(file, { watchMs, everyMs: touchEveryMs / 3 }))
        throw new StoreError('locked', `${file} is held by a process of another container`);
    } else if (isHeld(found, Date.now() - ((await touchedAt(file)) ?? 0)))
      throw new StoreError('locked', `${file} is held by another process${pidOf(found)}`);
    await removeStale(file, found);
  }
  throw new StoreError('locked', `${file} is being taken by other processes`);
}

const touchedAt = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Watches for `watchMs` whether the holder touches the file; false also if the file disappears. */
async function isTouched(
  file: string,
  { watchMs, everyMs }: { watchMs: number; everyMs: number },
): Promise<boolean> {
  const before = await touchedAt(file);
  // The system clock may be changed meanwhile.
  const until = performance.now() + watchMs;
  while (performance.now() < until) {
    await pause(everyMs);
    const now = await touchedAt(file);
    if (now !== before) return now !== undefined;
  }
  return false;
}

function isElsewhere(text: string): boolean {
  const holder = parseHolder(text);
  return holder !== undefined && holder.namespace !== null && holder.namespace !== NAMESPACE;
}

function pidOf(text: string): string {
  const holder = parseHolder(text);
  return holder ? ` (${holder.pid})` : '';
}

function isHeld(text: string, ageMs: number): boolean {
  const holder = parseHolder(text);
  if (!holder) return ageMs < GRACE_MS;
  // Our own id in a lock that is not ours: an earlier process had the same id (usual in containers).
  if (holder.pid === process.pid) return false;
  if (!isAlive(holder.pid)) return false;
  // Another process may have got this id since; its start time differs, where the system reveals it.
  const startedAt = startOf(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Renames before removing, so that a lock which another process has just taken is not removed with it. */
async function removeStale(file: string, judged: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) === judged) return rm(aside, { force: true });
  await rename(aside, file);
  throw new StoreError('locked', `${file} was just taken by another process`);
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, startedAt = null, namespace = null } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) ? { pid: pid as number, startedAt, namespace } : undefined;
  } catch {
    return undefined;
  }
}

/** Namespace of process ids: each container has its own. Null where there is no /proc. */
const NAMESPACE = readNamespace();
function readNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time of a process, in the kernel's ticks since boot; null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    // The second field (the program's name) may hold spaces and brackets, so count from its closing bracket.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
