/** Waits for those who went: what follows is done after `graceMs`, but not for who is back before. */
export function createGraces(graceMs: number) {
  const timers = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  /** It is back. */
  function end(who: string): void {
    clearTimeout(timers.get(who));
    timers.delete(who);
  }

  return {
    /** After the stop it does nothing: connections may be closed later. */
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
