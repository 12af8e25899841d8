/**
 * Work that would be lost if the page were loaded again: an open dialog, changes that are not saved, a file under way. The
 * tabs of a browser know of each other's by a lock that all share who have some.
 */
import { useEffect } from 'react';

export const BEGUN_WORK_LOCK = 'lectern.begun-work';

/** Undefined where the browser has no locks: then every tab counts as one without work. */
export const browserLocks = () =>
  (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;

/** Says that this tab has begun something. The returned function says that it is finished, or given up. */
export function beginWork(locks = browserLocks()): () => void {
  const ended = new AbortController();
  const untilEnded = () =>
    new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  // Given up before the lock was there: nobody waits for it.
  locks?.request(BEGUN_WORK_LOCK, { mode: 'shared', signal: ended.signal }, untilEnded).catch(() => {});
  return () => ended.abort();
}

/** The part that calls it has begun something, as long as it is shown and `isBegun`. */
export function useBegunWork(isBegun = true): void {
  useEffect(() => (isBegun ? beginWork() : undefined), [isBegun]);
}
