/** How large the pictures of the cards are on this screen, in device pixels. */
type Size = { width: number; height: number };

/** Marks the place of a picture on its card. */
export const PICTURE_PLACE = { 'data-picture': '' } as const;

/** Tells the size of the first card's picture, now and whenever it is another one; returns the stop. */
export function watchPictureSize(tell: (size: Size) => void): () => void {
  const place = document.querySelector('[data-picture]');
  if (place === null || typeof ResizeObserver === 'undefined') return () => {};
  let told: Size | undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    // Whole pixels that fit: a picture that is a fraction larger would be scaled.
    const width = Math.floor(entry.contentRect.width * devicePixelRatio);
    const height = Math.floor(entry.contentRect.height * devicePixelRatio);
    if (width === 0 || height === 0 || (width === told?.width && height === told.height)) return;
    told = { width, height };
    tell(told);
  });
  observer.observe(place);
  return () => observer.disconnect();
}
