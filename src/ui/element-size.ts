/** The size of an element on this screen, in device pixels. */
export type PixelSize = { width: number; height: number };

/** Calls `tell` with the size of an element's content, now and after changes. Returns the stop. */
export function watchElementSize(element: Element | null, tell: (size: PixelSize) => void): () => void {
  if (element === null || typeof ResizeObserver === 'undefined') return () => {};
  let last: PixelSize | undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    // Rounded down to whole pixels, because a fractionally larger picture would be scaled.
    const width = Math.floor(entry.contentRect.width * devicePixelRatio);
    const height = Math.floor(entry.contentRect.height * devicePixelRatio);
    if (width === 0 || height === 0 || (width === last?.width && height === last.height)) return;
    last = { width, height };
    tell(last);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
