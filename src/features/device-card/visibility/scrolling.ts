/** Whether the page is scrolling: by wheel, finger, key or scroll bar. */

/** The page is at rest this long after its last step. On a busy machine the steps are far apart. */
const REST_MS = 250;

/** `onChange` is called when it begins and when it has come to rest; returns the stop. */
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
    }, REST_MS);
  };
  // Any box on the page may be the one that scrolls; their events do not bubble.
  const options = { capture: true, passive: true };
  page.addEventListener('scroll', step, options);
  return () => {
    page.removeEventListener('scroll', step, options);
    clearTimeout(rest);
  };
}
