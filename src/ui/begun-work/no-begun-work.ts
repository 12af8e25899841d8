/** Who would end the begun work of all tabs waits for it. It comes when it is needed: not many wait. */
import { BEGUN_WORK_LOCK, browserLocks } from './begun-work.ts';

const isBegunWork = ({ name, mode }: LockInfo) => name === BEGUN_WORK_LOCK && mode === 'shared';

/** Whether some tab of this browser has begun something. */
export async function isWorkBegun(locks = browserLocks()): Promise<boolean> {
  const held = (await locks?.query())?.held ?? [];
  return held.some(isBegunWork);
}

/** Calls `run` once no tab has begun anything; rejects when `signal` aborts before. */
export async function whenNoWorkIsBegun(
  run: () => void,
  signal: AbortSignal,
  locks = browserLocks(),
): Promise<void> {
  if (locks === undefined) return run();
  let isDone = false;
  while (!isDone) {
    await locks.request(BEGUN_WORK_LOCK, { mode: 'exclusive', signal }, async () => {
      // Work that was begun while this waited stands behind it in the queue, and comes first.
      const waiting = (await locks.query()).pending ?? [];
      isDone = !waiting.some(isBegunWork);
      if (isDone && !signal.aborted) run();
    });
  }
}
