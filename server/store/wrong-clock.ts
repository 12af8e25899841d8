/** Times that were written by a clock that was ahead: they would hold until that day has come. */

/** The clocks of processes on one database may differ by minutes: the one behind must not take what the one ahead holds. */
const DAY_MS = 86_400_000;

/** What is later than this, at `at`, is of a clock that was wrong. */
export const aheadOf = (at: Date): Date => new Date(at.getTime() + DAY_MS);
