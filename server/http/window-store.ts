/**
 * Counts calls in time windows, for `@fastify/rate-limit` in a single process. The library's own store uses
 * the system clock: if that is set back by an hour, counts grow for an hour and a whole school is rejected.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Window = { current: number; startedAt: number };
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Above this number, expired windows are removed first, then the oldest. */
const MAX_WINDOWS = 5_000;

export class WindowStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  /** `timeWindow`: milliseconds. */
  incr(key: string, counted: Counted, timeWindow: number): void {
    const now = performance.now();
    const before = this.#windows.get(key);
    const isCurrent = before !== undefined && now - before.startedAt < timeWindow;
    const window = isCurrent ? before : { current: 0, startedAt: now };
    window.current += 1;
    if (!isCurrent) {
      // Keeps the windows in the order of their start.
      this.#windows.delete(key);
      this.#windows.set(key, window);
      this.#removeExpired(now, timeWindow);
    }
    counted(null, { current: window.current, ttl: Math.ceil(timeWindow - (now - window.startedAt)) });
  }

  child(): WindowStore {
    return new WindowStore();
  }

  #removeExpired(now: number, timeWindow: number): void {
    for (const [key, { startedAt }] of this.#windows) {
      if (this.#windows.size <= MAX_WINDOWS && now - startedAt < timeWindow) return;
      this.#windows.delete(key);
    }
  }
}
