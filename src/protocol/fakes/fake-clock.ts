/** The clock of all tests. Time stands still until the test moves it. */
import type { Clock } from '../clock.ts';

export type FakeClock = Clock & {
  /** Runs all timers due within `byMs`, in order. Promises settle before, between and after them. */
  advance(byMs: number): Promise<void>;
  /** Like `advance`, but synchronous: no promise settles in between. */
  jump(byMs: number): void;
  /** Runs everything that waits only for promises, and moves no timer. */
  settle(): Promise<void>;
  /** Number of pending timers, for tests that look for leaks. */
  pending(): number;
};

type Timer = { dueAt: number; run: () => void; everyMs?: number };

/** Runs everything that waits only for promises. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Runs everything that waits for promises, events or messages, for code that stores, locks or encrypts. */
export const settleTasks = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

export function createFakeClock({
  startMs = 1_000_000,
  settle = settlePromises,
}: {
  startMs?: number;
  /** Lets the code under test continue between two timers. */
  settle?: () => Promise<void>;
} = {}): FakeClock {
  const timers = new Set<Timer>();
  let now = startMs;

  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const dueAt = (delayMs: number) => now + Math.max(0, delayMs);

  /** Runs the first timer that is due until then; false if there is none. */
  function runNext(untilMs: number): boolean {
    const [next] = [...timers]
      .filter((timer) => timer.dueAt <= untilMs)
      .sort((one, other) => one.dueAt - other.dueAt);
    if (next === undefined) return false;
    now = Math.max(now, next.dueAt);
    if (next.everyMs === undefined) timers.delete(next);
    else next.dueAt += next.everyMs;
    next.run();
    return true;
  }

  return {
    now: () => now,
    after: (delayMs, run) => add({ dueAt: dueAt(delayMs), run }),
    every: (everyMs, run) => add({ dueAt: dueAt(everyMs), run, everyMs }),
    async advance(byMs) {
      const untilMs = now + byMs;
      await settle();
      while (runNext(untilMs)) await settle();
      now = untilMs;
      await settle();
    },
    jump(byMs) {
      const untilMs = now + byMs;
      while (runNext(untilMs));
      now = untilMs;
    },
    settle,
    pending: () => timers.size,
  };
}
