/** Detects times from a clock that was ahead: their entries would stay valid until that day comes. */

/** The clocks of processes on one database may differ by minutes, so smaller differences are accepted. */
const DAY_MS = 86_400_000;

/** Times later than this come from a wrong clock, if `at` is the current time. */
export const aheadOf = (at: Date): Date => new Date(at.getTime() + DAY_MS);
