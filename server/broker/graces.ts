/** Grace periods: runs an action `graceMs` after a client has left, unless it returns before. */
export function createGraces(graceMs: number) {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  /** Cancels the grace period, because the client is back. */
  function end(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  return {
    /** Does nothing after `stop`, because connections may close later. */
    begin(key: string, expired: () => void): void {
      end(key);
      if (stopped) return;
      const expire = () => {
        timers.delete(key);
        expired();
      };
      timers.set(key, setTimeout(expire, graceMs));
    },
    end,
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
