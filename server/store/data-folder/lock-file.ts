/**
 * PGlite has no lock of its own, and two processes in one data folder destroy it. The lock names its holder;
 * a holder that is gone (SIGKILL, power cut) has lost it.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { StoreError } from '../store-error.ts';
import { PRIVATE_FILE_MODE } from './private-folder.ts';

type Holder = { pid: number; startedAt: string | null };

/** Locks of this very process, which a comparison of process ids cannot tell from stale ones. */
const ownLocks = new Set<string>();

/** A lock file that is still empty belongs to a process that is just writing it. */
const WRITING_GRACE_MS = 2_000;
const ATTEMPTS = 3;

/** Returns the release. Throws `StoreError('locked')` while another live process holds the lock. */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  if (ownLocks.has(file)) throw new StoreError('locked', `${file} is held by this process`);
  ownLocks.add(file);
  try {
    await claim(file);
  } catch (error) {
    ownLocks.delete(file);
    throw error;
  }
  return async () => {
    if (ownLocks.delete(file)) await rm(file, { force: true });
  };
}

async function claim(file: string): Promise<void> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: PRIVATE_FILE_MODE });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const age =
      Date.now() -
      (await stat(file).then(
        (s) => s.mtimeMs,
        () => 0,
      ));
    if (isHeld(found, age))
      throw new StoreError('locked', `${file} is held by another process${pidOf(found)}`);
    await removeStale(file, found);
  }
  throw new StoreError('locked', `${file} is being taken by other processes`);
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
    const { pid, startedAt } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) ? { pid: pid as number, startedAt: startedAt ?? null } : undefined;
  } catch {
    return undefined;
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
