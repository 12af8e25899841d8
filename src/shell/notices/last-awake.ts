/** Detects that the page was suspended, by its machine or by its browser. */
import type { EpochMs } from '#protocol/clock.ts';

/** Timers of background pages run once a minute. */
const CHECK_INTERVAL_MS = 20_000;
const MIN_DURATION_MS = 150_000;
/** The effects of a suspension are detected within this time. */
const WINDOW_MS = 30_000;

export type LastAwake = {
  /** Now, or before the suspension from which the page has just resumed. */
  at(): EpochMs;
  /** The page has fetched the current state, so the suspension is over. */
  learnt(): void;
};

/** Runs until `signal` aborts. */
export function watchLastAwake(signal: AbortSignal): LastAwake {
  let awakeAt = Date.now();
  let slept: { since: number; until: number } | undefined;

  function tick(): void {
    const now = Date.now();
    if (now - awakeAt > MIN_DURATION_MS) slept = { since: awakeAt, until: now };
    awakeAt = now;
  }

  const timer = setInterval(tick, CHECK_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    at() {
      tick();
      return slept && awakeAt - slept.until < WINDOW_MS ? slept.since : awakeAt;
    },
    learnt() {
      slept = undefined;
    },
  };
}
