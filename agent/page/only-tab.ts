/** Allows one tab per browser: a second tab waits until the first is closed. */

const LOCK = 'lectern-student-page';

/**
 * Resolves when this tab has the lock, which it keeps until it closes. Calls `waiting` if another tab has it.
 * A browser that blocks site data has no locks, so there each tab counts as the only one.
 */
export function becomeOnlyTab(waiting: () => void): Promise<void> {
  const forever = new Promise<void>(() => {});
  return new Promise((resolve) => {
    const held = () => {
      resolve();
      return forever;
    };
    const first = navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return held();
      waiting();
      void navigator.locks.request(LOCK, held);
      return undefined;
    });
    first.catch((error: unknown) => {
      console.warn('[student] Another tab is not noticed.', error);
      resolve();
    });
  });
}
