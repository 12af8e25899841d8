/** The two uses of Web Locks here: one owner at a time, and knowing whether anybody still uses a session. */
import type { Clock } from '#protocol/clock.ts';

/**
 * Local storage shows what the last owner of a lock has written a little after the lock was passed on: browsers
 * carry writes between processes in their own time.
 */
const STORAGE_SETTLE_MS = 100;

export type SessionLocks = {
  /** Runs alone among all tabs of this origin, with what the one before has stored in sight. */
  alone<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Shows that this tab uses something, until the returned function is called. */
  hold(name: string): () => Promise<void>;
  /** Is it held by no tab? */
  isFree(name: string): Promise<boolean>;
};

/** Without Web Locks (an insecure origin) every tab acts for itself; the platform forgives identical refreshes. */
export function createSessionLocks(locks: () => LockManager | undefined, clock: Clock): SessionLocks {
  return {
    async alone(name, run) {
      const manager = locks();
      if (!manager) return run();
      return manager.request(name, async () => {
        await new Promise<void>((resolve) => clock.after(STORAGE_SETTLE_MS, resolve));
        return run();
      });
    },
    hold(name) {
      const manager = locks();
      if (!manager) return async () => {};
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const done = manager.request(name, { mode: 'shared' }, () => held);
      return async () => {
        release();
        await done;
      };
    },
    async isFree(name) {
      const manager = locks();
      if (!manager) return false;
      return manager.request(name, { ifAvailable: true }, async (lock) => lock !== null);
    },
  };
}
