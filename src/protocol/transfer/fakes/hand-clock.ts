/** Time that a test moves. */
import type { TransferClock } from '../transfer-run.ts';

export function createHandClock(): TransferClock & { advance(ms: number): void; pending(): number } {
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [due] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (due === undefined) break;
        timers.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
    },
    pending: () => timers.size,
  };
}
