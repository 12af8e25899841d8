/**
 * PGlite has no lock of its own, and two processes in one data folder destroy it. The lock names its holder;
 * a holder that is gone (SIGKILL, power cut) has lost it. In another container a process has an id of that container's,
 * which says nothing here: such a holder lives as long as it touches the file.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import { PRIVATE_FILE_MODE } from './private-folder.ts';

type Holder = {
  pid: number;
  startedAt: string | null;
  /** Where that id is one; null where the system does not show it. */
  namespace: string | null;
};

/** Tests change them. */
export type LockTimes = {
  touchEveryMs: number;
  /** A holder in another container that does not touch the file for so long is gone. */
  watchMs: number;
};
const TIMES: LockTimes = { touchEveryMs: 3_000, watchMs: 15_000 };

/** Locks of this very process, which a comparison of process ids cannot tell from stale ones. */
const ownLocks = new Set<string>();

/** A lock file that is still empty belongs to a process that is just writing it. */
const WRITING_GRACE_MS = 2_000;
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
  // A container that was frozen for long may have lost it meanwhile.
  const isMine = async () => (await readFile(file, 'utf8').catch(() => undefined)) === mine;
  async function touch(): Promise<void> {
    const now = new Date();
    if (await isMine()) await utimes(file, now, now);
  }
  // A disk that takes nothing just now will at the next time.
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

/** Looks for `watchMs` whether its holder touches the file; false as well where it is gone. */
async function isTouched(
  file: string,
  { watchMs, everyMs }: { watchMs: number; everyMs: number },
): Promise<boolean> {
  const before = await touchedAt(file);
  // Not by the clock on the wall, which may be set meanwhile.
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
  if (!holder) return ageMs < WRITING_GRACE_MS;
  // Our own id in a lock that is not ours: an earlier process had the same id (usual in containers).
  if (holder.pid === process.pid) return false;
  if (!isAlive(holder.pid)) return false;
  // The id may have been given to somebody else since; the start time tells, where the system shows it.
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

/** Of process ids: each container has its own. Null where there is no /proc. */
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
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in the kernel's ticks since boot; null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    // The second field (the program's name) may hold spaces and brackets: count from its closing one.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
