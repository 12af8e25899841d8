/** How long somebody who went may come back before others learn it. */
export function createGraces(graceMs: number) {
  const timers = new Map<string, NodeJS.Timeout>();

  /** It is back. */
  function end(session: string): void {
    clearTimeout(timers.get(session));
    timers.delete(session);
  }

  return {
    begin(session: string, over: () => void): void {
      end(session);
      const goes = () => {
        timers.delete(session);
        over();
      };
      timers.set(session, setTimeout(goes, graceMs));
    },
    end,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
