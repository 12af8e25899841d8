/** Runs in every page that a bench measures, ours and the baselines': the same clock for both. */
export type PageMeter = {
  /** Notes the time of every animation frame from here on. */
  startFrames(): void;
  /** Milliseconds between one frame and the next since then. */
  stopFrames(): number[];
  /** Durations of the tasks over 50 ms since the last call, in ms. */
  takeLongTasks(): number[];
};

export function createPageMeter(): PageMeter {
  let longTasks: number[] = [];
  let times: number[] = [];
  let request = 0;
  // An init script runs before there is a document; the observer needs none.
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const note = (time: number) => {
    times.push(time);
    request = requestAnimationFrame(note);
  };
  return {
    startFrames() {
      times = [];
      request = requestAnimationFrame(note);
    },
    stopFrames() {
      cancelAnimationFrame(request);
      return times.slice(1).map((time, i) => time - (times[i] ?? time));
    },
    takeLongTasks() {
      const taken = longTasks;
      longTasks = [];
      return taken;
    },
  };
}
