/** Grace periods: runs an action `graceMs` after a client has left, unless it returns before. */
export function createGraces(graceMs: number) {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  /** Cancels the grace period, because the client is back. */
  function end(who: string): void {
    clearTimeout(timers.get(who));
    timers.delete(who);
  }

  return {
    /** Does nothing after `stop`, because connections may close later. */
    begin(who: string, over: () => void): void {
      end(who);
      if (stopped) return;
      const goes = () => {
        timers.delete(who);
        over();
      };
      timers.set(who, setTimeout(goes, graceMs));
    },
    end,
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
