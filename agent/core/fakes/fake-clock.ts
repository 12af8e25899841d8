import type { Clock } from '../clock.ts';

export type FakeClock = Clock & {
  /** Runs every timer that is due within the time, in order, and lets promises settle in between. */
  advance(byMs: number): Promise<void>;
  /** Timers that nobody has cancelled. */
  pending(): number;
};

export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  const timers = new Map<number, { at: number; run: () => void }>();
  let now = startMs;
  let next = 0;
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return {
    now: () => now,
    after(delayMs, run) {
      const id = next++;
      timers.set(id, { at: now + Math.max(0, delayMs), run });
      return () => timers.delete(id);
    },
    async advance(byMs) {
      const until = now + byMs;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
        await settle();
      }
      now = until;
      await settle();
    },
    pending: () => timers.size,
  };
}
