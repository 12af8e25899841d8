/**
 * Adapts the number of rows that a transaction of a run writes. In a database with one connection all other
 * queries wait for it, and its duration depends on the machine and its load.
 */
const AIM_MS = 12;
const FIRST = 50;
/** With 25, an import takes two thirds more processor time than with 100, mostly for transactions. */
const LEAST = 25;
const MOST = 500;
/** Limits the change per transaction, because a single slow one means little. */
const MOST_FASTER = 1.5;
const MOST_SLOWER = 0.5;

export type Pace = {
  rows(): number;
  /** Measures the time of writing `rows`, and adapts to it. */
  time<T>(rows: number, work: () => Promise<T>): Promise<T>;
};

/** `now`: milliseconds of a monotonic clock. */
export function createPace(now: () => number = () => performance.now()): Pace {
  let rows = FIRST;
  return {
    rows: () => Math.round(rows),
    async time(written, work) {
      const from = now();
      const done = await work();
      // A few rows take as long as none.
      if (written < LEAST) return done;
      const factor = (AIM_MS / Math.max(1, now() - from)) * (written / rows);
      rows = Math.min(MOST, Math.max(LEAST, rows * Math.min(MOST_FASTER, Math.max(MOST_SLOWER, factor))));
      return done;
    },
  };
}
