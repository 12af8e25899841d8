/**
 * How many rows a transaction of a run writes. In a database of one connection everybody else waits for as long as that
 * takes, and how long depends on the machine and on what it has to do besides.
 */
const AIM_MS = 12;
const FIRST = 50;
/** With 25, an import takes two thirds more of the processor than with 100: the most of it for transactions, not for rows. */
const LEAST = 25;
const MOST = 500;
/** One slow transaction says little. */
const MOST_FASTER = 1.5;
const MOST_SLOWER = 0.5;

export type Pace = {
  rows(): number;
  /** Learns from how long it takes to write so many. */
  time<T>(rows: number, work: () => Promise<T>): Promise<T>;
};

/** `now`: milliseconds of a clock that nobody sets. */
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
