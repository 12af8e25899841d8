/** Limits the lines per minute of each reason, and reports at the end of the minute how many were omitted. */
export type LineLimit = {
  /** Counts a line. False if the reason has reached its limit in this minute. */
  take(reason: string, perMinute?: number): boolean;
  /** Stops the timer and reports the lines omitted so far. */
  stop(): void;
};

const MINUTE_MS = 60_000;

/** `leftOut` is called once a minute for each reason that exceeded its limit. */
export function createLineLimit(deps: {
  perMinute: number;
  leftOut(reason: string, count: number): void;
}): LineLimit {
  /** The number of lines of each reason in this minute, and its limit. */
  let asked = new Map<string, { lines: number; most: number }>();

  function tell(): void {
    const before = asked;
    asked = new Map();
    for (const [reason, { lines, most }] of before) {
      if (lines > most) deps.leftOut(reason, lines - most);
    }
  }
  const timer = setInterval(tell, MINUTE_MS).unref();

  return {
    take(reason, most = deps.perMinute) {
      const lines = (asked.get(reason)?.lines ?? 0) + 1;
      asked.set(reason, { lines, most });
      return lines <= most;
    },
    stop() {
      clearInterval(timer);
      tell();
    },
  };
}
