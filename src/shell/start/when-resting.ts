/** Defers work that is not urgent until the page has rendered its first screen and is idle. */

const DELAY_MS = 1_500;
const MAX_WAIT_MS = 10_000;

export function whenResting(begin: () => void, signal: AbortSignal): void {
  let waiting: number | undefined;
  const timer = setTimeout(() => {
    // Safari lacks `requestIdleCallback`.
    if (typeof requestIdleCallback === 'undefined') {
      begin();
      return;
    }
    waiting = requestIdleCallback(begin, { timeout: MAX_WAIT_MS });
  }, DELAY_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      if (waiting !== undefined) cancelIdleCallback(waiting);
    },
    { once: true },
  );
}
