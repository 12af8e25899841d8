import type { Clock } from '../clock.ts';

type Timer = { at: number; call: () => void; everyMs?: number };

/** A clock that stands until a test moves it; promises settle between timers. */
export function createFakeClock(start = 1_000_000) {
  let now = start;
  const timers = new Set<Timer>();
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const clock: Clock = {
    now: () => now,
    after: (ms, call) => add({ at: now + ms, call }),
    every: (ms, call) => add({ at: now + ms, call, everyMs: ms }),
  };
  return {
    ...clock,
    /** How many timers are running: a leak test's measure. */
    running: () => timers.size,
    async advance(ms: number) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = [...timers].filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        if (next.everyMs === undefined) timers.delete(next);
        else next.at += next.everyMs;
        next.call();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets everything that is already resolved run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i += 1) await Promise.resolve();
}
