/**
 * Work that a reload of the page would lose: an open dialog, unsaved changes, a running transfer. Tabs with
 * such work share a lock, by which all tabs of the browser know of it.
 */
import { useEffect } from 'react';

export const BEGUN_WORK_LOCK = 'lectern.begun-work';

/** Undefined if the browser has no locks: then every tab counts as one without work. */
export const browserLocks = () =>
  (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;

/** Marks this tab as having unfinished work. The returned function ends that. */
export function beginWork(locks = browserLocks()): () => void {
  const ended = new AbortController();
  const untilEnded = () =>
    new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  // Aborted before the lock was granted, which is fine.
  locks?.request(BEGUN_WORK_LOCK, { mode: 'shared', signal: ended.signal }, untilEnded).catch(() => {});
  return () => ended.abort();
}

/** Marks unfinished work while the component is mounted and `isBegun`. */
export function useBegunWork(isBegun = true): void {
  useEffect(() => (isBegun ? beginWork() : undefined), [isBegun]);
}
