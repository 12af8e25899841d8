/** Measures the size of the card pictures on this screen, in device pixels. */
import { type PixelSize, watchElementSize } from '#ui/element-size.ts';

/** Marks the place of a picture on its card. */
export const PICTURE_PLACE = { 'data-picture': '' } as const;

/** Reports the size of the first card's picture, now and after each change. Returns the stop function. */
export const watchPictureSize = (tell: (size: PixelSize) => void): (() => void) =>
  watchElementSize(document.querySelector('[data-picture]'), tell);
