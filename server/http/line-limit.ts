/** Lets each reason have so many lines a minute, and says at its end how many were left out. */
export type LineLimit = {
  /** False: the reason has had its lines of this minute; the line is counted. */
  take(reason: string, perMinute?: number): boolean;
  /** Ends the timer, and says what was left out so far. */
  stop(): void;
};

const MINUTE_MS = 60_000;

/** `leftOut` is called once a minute for each reason that had more lines than `perMinute`. */
export function createLineLimit(deps: {
  perMinute: number;
  leftOut(reason: string, count: number): void;
}): LineLimit {
  /** The lines that each reason has asked for in this minute, and how many it may have. */
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
