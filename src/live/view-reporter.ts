/**
 * Tells the live worker what is in view. While a tutor scrolls that changes with every frame: it is said at once,
 * then at most every 200 ms, and the last word always goes out.
 */
import type { WatchView } from '#protocol/threads/live-worker.ts';

const PAUSE_MS = 200;

export function createViewReporter(look: (view: WatchView) => void) {
  let view: WatchView = { visible: [], displays: {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function say(): void {
    isDue = false;
    look(view);
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) say();
    }, PAUSE_MS);
  }

  return {
    change(part: Partial<WatchView>): void {
      view = { ...view, ...part };
      isDue = true;
      if (timer === undefined) say();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
