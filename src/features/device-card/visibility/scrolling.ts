/** Whether the page is scrolling: by wheel, finger, key or scroll bar. */

/** The page counts as still this long after a scroll event. On a busy machine, events are far apart. */
const DEBOUNCE_MS = 250;

/** `onChange` is called when scrolling begins and when it has ended. Returns the stop function. */
export function watchScrolling(
  onChange: (isScrolling: boolean) => void,
  page: Pick<Document, 'addEventListener' | 'removeEventListener'> = document,
): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const step = () => {
    if (rest === undefined) onChange(true);
    clearTimeout(rest);
    rest = setTimeout(() => {
      rest = undefined;
      onChange(false);
    }, DEBOUNCE_MS);
  };
  // Any element of the page may scroll, and scroll events do not bubble.
  const options = { capture: true, passive: true };
  page.addEventListener('scroll', step, options);
  return () => {
    page.removeEventListener('scroll', step, options);
    clearTimeout(rest);
  };
}
