/** Limits the lines per minute of each reason, and reports at the end of the minute how many were omitted. */
export type LineLimit = {
  /** Counts a line. False if the reason has reached its limit in this minute. */
  take(reason: string, perMinute?: number): boolean;
  /** Stops the timer and reports the lines omitted so far. */
  stop(): void;
};

const MINUTE_MS = 60_000;

/** `onOmitted` is called once a minute for each reason that exceeded its limit. */
export function createLineLimit(deps: {
  perMinute: number;
  onOmitted(reason: string, count: number): void;
}): LineLimit {
  /** The number of lines of each reason in this minute, and its limit. */
  let counts = new Map<string, { lines: number; max: number }>();

  function report(): void {
    const previous = counts;
    counts = new Map();
    for (const [reason, { lines, max }] of previous) {
      if (lines > max) deps.onOmitted(reason, lines - max);
    }
  }
  const timer = setInterval(report, MINUTE_MS).unref();

  return {
    take(reason, max = deps.perMinute) {
      const lines = (counts.get(reason)?.lines ?? 0) + 1;
      counts.set(reason, { lines, max });
      return lines <= max;
    },
    stop() {
      clearInterval(timer);
      report();
    },
  };
}
