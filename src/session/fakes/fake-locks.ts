import type { SessionLocks } from '../session-locks.ts';

/** Web Locks of one browser profile, for several fake tabs. */
export function createFakeLocks(): SessionLocks {
  const queues = new Map<string, Promise<unknown>>();
  const holders = new Map<string, number>();
  const count = (name: string, by: number) => holders.set(name, (holders.get(name) ?? 0) + by);
  return {
    alone(name, run) {
      const result = (queues.get(name) ?? Promise.resolve()).then(run);
      queues.set(
        name,
        result.catch(() => {}),
      );
      return result;
    },
    hold(name) {
      count(name, 1);
      return async () => void count(name, -1);
    },
    isFree: async (name) => (holders.get(name) ?? 0) === 0,
  };
}
