/** The clock of the live worker, which never goes back, and which notices that the machine was asleep. */
import { type Clock, systemClock } from '#protocol/clock.ts';

/** Less is the ordinary difference of the two. */
const LAG_MS = 1_000;

/**
 * `steady` never goes back, but on some systems stands still while the machine sleeps, and would then take an expired
 * token for a good one. `wall` goes on, but may be set back. Both in epoch milliseconds.
 */
export function createSteadyNow(steady: () => number, wall: () => number): () => number {
  let sleptMs = 0;
  return () => {
    const now = steady() + sleptMs;
    const lagMs = wall() - now;
    if (lagMs < LAG_MS) return now;
    sleptMs += lagMs;
    return now + lagMs;
  };
}

export const steadyClock: Clock = {
  ...systemClock,
  now: createSteadyNow(() => performance.timeOrigin + performance.now(), Date.now),
};
