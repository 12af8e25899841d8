/** Two uses of Web Locks: exclusive work, and detecting whether any tab still uses a session. */
import type { Clock } from '#protocol/clock.ts';

/**
 * Writes of the previous lock owner reach this tab's local storage only after a delay, because browsers copy
 * them between processes.
 */
const DELAY_MS = 100;

export type SessionLocks = {
  /** Runs exclusively among all tabs of this origin, after the previous owner's writes became visible. */
  alone<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Holds a shared lock until the returned function is called. */
  hold(name: string): () => Promise<void>;
  /** True if no tab holds the lock. */
  isFree(name: string): Promise<boolean>;
};

/** Without Web Locks (insecure origin) each tab acts alone; the platform accepts identical refreshes. */
export function createSessionLocks(locks: () => LockManager | undefined, clock: Clock): SessionLocks {
  return {
    async alone(name, run) {
      const manager = locks();
      if (!manager) return run();
      return manager.request(name, async () => {
        await new Promise<void>((resolve) => clock.after(DELAY_MS, resolve));
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
