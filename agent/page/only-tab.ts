/** One device, one tab: a second one of the same browser waits until the first is closed. */

const LOCK = 'lectern-student-page';

/** Resolves when this tab has the lock, which it keeps for as long as it lives. Calls `waiting` where another has it. */
export function becomeOnlyTab(waiting: () => void): Promise<void> {
  const forever = new Promise<void>(() => {});
  return new Promise((resolve) => {
    const held = () => {
      resolve();
      return forever;
    };
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return held();
      waiting();
      void navigator.locks.request(LOCK, held);
      return undefined;
    });
  });
}
