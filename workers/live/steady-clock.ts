/** The clock of the live worker, which never goes back, and which detects that the machine was asleep. */
import { type Clock, systemClock } from '#protocol/clock.ts';

/** A smaller lag is the ordinary difference between the two clocks. */
const MAX_CLOCK_SKEW_MS = 1_000;

/**
 * `steady` never goes back, but on some systems it stops while the machine sleeps, and an expired token would
 * then seem valid. `wall` continues, but may be set back. Both in epoch milliseconds.
 */
export function createSteadyNow(steady: () => number, wall: () => number): () => number {
  let sleptMs = 0;
  return () => {
    const now = steady() + sleptMs;
    const lagMs = wall() - now;
    if (lagMs < MAX_CLOCK_SKEW_MS) return now;
    sleptMs += lagMs;
    return now + lagMs;
  };
}

export const steadyClock: Clock = {
  ...systemClock,
  now: createSteadyNow(() => performance.timeOrigin + performance.now(), Date.now),
};
