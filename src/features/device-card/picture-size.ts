/** How large the pictures of the cards are on this screen, in device pixels. */
import { type PixelSize, watchElementSize } from '../../ui/element-size.ts';

/** Marks the place of a picture on its card. */
export const PICTURE_PLACE = { 'data-picture': '' } as const;

/** Tells the size of the first card's picture, now and whenever it is another one; returns the stop. */
export const watchPictureSize = (tell: (size: PixelSize) => void): (() => void) =>
  watchElementSize(document.querySelector('[data-picture]'), tell);
