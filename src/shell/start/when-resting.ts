/** Work that nobody waits for yet: it begins when the page has shown what was opened, and has nothing else to do. */

const SETTLED_MS = 1_500;
const RESTS_WITHIN_MS = 10_000;

export function whenResting(begin: () => void, signal: AbortSignal): void {
  let waiting: number | undefined;
  const timer = setTimeout(() => {
    // Safari does not say when a page has nothing to do.
    if (typeof requestIdleCallback === 'undefined') {
      begin();
      return;
    }
    waiting = requestIdleCallback(begin, { timeout: RESTS_WITHIN_MS });
  }, SETTLED_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      if (waiting !== undefined) cancelIdleCallback(waiting);
    },
    { once: true },
  );
}
