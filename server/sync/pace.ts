/**
 * Adapts the number of rows that a transaction of a run writes. In a database with one connection all other
 * queries wait for it, and its duration depends on the machine and its load.
 */
const SLICE_MS = 12;
const INITIAL_ROWS = 50;
/** With 25, an import takes two thirds more processor time than with 100, mostly for transactions. */
const MIN_ROWS = 25;
const MAX_ROWS = 500;
/** Limits the change per transaction, because a single slow one means little. */
const MAX_FACTOR = 1.5;
const MIN_FACTOR = 0.5;

export type Pace = {
  rows(): number;
  /** Measures the time of writing `rows`, and adapts to it. */
  time<T>(rows: number, work: () => Promise<T>): Promise<T>;
};

/** `now`: milliseconds of a monotonic clock. */
export function createPace(now: () => number = () => performance.now()): Pace {
  let rows = INITIAL_ROWS;
  return {
    rows: () => Math.round(rows),
    async time(written, work) {
      const from = now();
      const done = await work();
      // A few rows take as long as none.
      if (written < MIN_ROWS) return done;
      const factor = (SLICE_MS / Math.max(1, now() - from)) * (written / rows);
      rows = Math.min(
        MAX_ROWS,
        Math.max(MIN_ROWS, rows * Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, factor))),
      );
      return done;
    },
  };
}
