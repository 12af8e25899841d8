import type { Clock } from '../clock.ts';

/** Time that stands still until `advance`, which also lets promises settle in between. */
export function createFakeClock(startMs = 1_000_000) {
  let nowMs = startMs;
  let timers: { atMs: number; run: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const clock: Clock = {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  return {
    ...clock,
    settle,
    pending: () => timers.length,
    async advance(byMs: number): Promise<void> {
      const untilMs = nowMs + byMs;
      await settle();
      for (;;) {
        const next = timers.filter((one) => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
        await settle();
      }
      nowMs = untilMs;
      await settle();
    },
  };
}
