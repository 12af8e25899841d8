/** The one clock of all tests: time stands still until the test moves it. */
import type { Clock } from '../clock.ts';

export type FakeClock = Clock & {
  /** Runs every timer that falls due within `byMs`, in order; promises settle before, between and after them. */
  advance(byMs: number): Promise<void>;
  /** Like `advance`, but at once: no promise settles in between. */
  jump(byMs: number): void;
  /** Lets everything run that waits for no time. */
  settle(): Promise<void>;
  /** How many timers wait: what a test for leaks counts. */
  pending(): number;
};

type Timer = { dueAt: number; run: () => void; everyMs?: number };

/** Lets everything run that waits only for promises. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Lets everything run that waits for promises, events or messages: for code that stores, locks or encrypts. */
export const settleTasks = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

export function createFakeClock({
  startMs = 1_000_000,
  settle = settlePromises,
}: {
  startMs?: number;
  /** What lets the code under test go on between two timers. */
  settle?: () => Promise<void>;
} = {}): FakeClock {
  const timers = new Set<Timer>();
  let now = startMs;

  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const dueAt = (delayMs: number) => now + Math.max(0, delayMs);

  /** Runs the first timer that is due until then; false where there is none. */
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
