/**
 * Reports the cards in view to the live worker. Scrolling changes them with every frame, so reports go out
 * immediately, then at most every 200 ms; the last state is always sent.
 */
import type { WatchView } from '#protocol/threads/live-worker.ts';

const THROTTLE_MS = 200;

export function createViewReporter(look: (view: WatchView) => void) {
  let view: WatchView = { visible: [], displays: {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  function report(): void {
    isDue = false;
    look(view);
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) report();
    }, THROTTLE_MS);
  }

  return {
    change(part: Partial<WatchView>): void {
      view = { ...view, ...part };
      isDue = true;
      if (timer === undefined) report();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
