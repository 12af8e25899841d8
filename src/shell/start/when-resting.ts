/** Work that nobody waits for yet: it begins when the page has shown what was opened, and has nothing else to do. */

const SETTLED_MS = 1_500;
const RESTS_WITHIN_MS = 10_000;

/** `isQuiet`: asked again after a while for as long as it answers no, such as while a slow line still brings what is shown. */
export function whenResting(begin: () => void, signal: AbortSignal, isQuiet = () => true): void {
  let waiting: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beginOrWait = () => (isQuiet() ? begin() : wait());
  function wait(): void {
    timer = setTimeout(() => {
      // Safari does not say when a page has nothing to do.
      if (typeof requestIdleCallback === 'undefined') beginOrWait();
      else waiting = requestIdleCallback(beginOrWait, { timeout: RESTS_WITHIN_MS });
    }, SETTLED_MS);
  }
  wait();
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      if (waiting !== undefined) cancelIdleCallback(waiting);
    },
    { once: true },
  );
}
