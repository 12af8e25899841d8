/** Waits until no tab has unfinished work. Loaded on demand, because few callers wait. */
import { BEGUN_WORK_LOCK, browserLocks } from './begun-work.ts';

const isBegunWork = ({ name, mode }: LockInfo) => name === BEGUN_WORK_LOCK && mode === 'shared';

/** Whether any tab of this browser has unfinished work. */
export async function isWorkBegun(locks = browserLocks()): Promise<boolean> {
  const held = (await locks?.query())?.held ?? [];
  return held.some(isBegunWork);
}

/** Calls `run` once no tab has unfinished work; rejects if `signal` aborts first. */
export async function whenNoWorkIsBegun(
  run: () => void,
  signal: AbortSignal,
  locks = browserLocks(),
): Promise<void> {
  if (locks === undefined) return run();
  let isDone = false;
  while (!isDone) {
    await locks.request(BEGUN_WORK_LOCK, { mode: 'exclusive', signal }, async () => {
      // Work begun during this wait is queued behind this lock, and must finish first.
      const waiting = (await locks.query()).pending ?? [];
      isDone = !waiting.some(isBegunWork);
      if (isDone && !signal.aborted) run();
    });
  }
}
