/** Computes the size of a display's picture. */
import type { Display } from '#protocol/feedback.ts';

type Size = { width: number; height: number };

/** Fits the display's shape into the requested size. Never scales up. */
export function sizeWithin(display: Display, width: number, height: number): Size {
  const own = { width: display.width ?? 1920, height: display.height ?? 1080 };
  const scale = Math.min(1, width / own.width, height / own.height);
  return {
    width: Math.max(1, Math.round(own.width * scale)),
    height: Math.max(1, Math.round(own.height * scale)),
  };
}

/** Video stores one colour for two pixels, so its size must be even. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width - (width % 2)),
  height: Math.max(2, height - (height % 2)),
});
