/**
 * The zoom of device cards: 0 to 100 by 10. `initial`: until one is chosen, the one whose quality is that
 * of no zoom, so that the slider says what is asked for.
 */
export const ZOOM = { min: 0, max: 100, step: 10, initial: 0, largeAbove: 70 } as const;

/** JPEG quality (10 to 50) that cards of this zoom ask for; 10 when there is no zoom. */
export function thumbnailQuality(zoom: number = ZOOM.initial): number {
  return Math.round(10 + (zoom / 100) * 40);
}

/** The nearest step of the scale; what was stored or typed may be anything. */
export function toZoom(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return ZOOM.initial;
  const stepped = Math.round(number / ZOOM.step) * ZOOM.step;
  return Math.min(ZOOM.max, Math.max(ZOOM.min, stepped));
}

/** The least width of a card in CSS pixels; it grows with zoom, from a larger base above 70. */
export function cardWidthPx(zoom: number): number {
  const base = zoom > ZOOM.largeAbove ? 280 : 160;
  return base + Math.round(zoom * 2);
}

/** How much larger than it is a picture may be drawn: nobody sees a tenth. */
const STRETCH = 1.1;

/**
 * The picture size in device pixels to ask for, for cards of this width in CSS pixels: 16:9, in steps of 80 so that
 * neighbouring zooms and odd pixel ratios share an upload, at most 1280 wide.
 */
export function thumbnailSize(widthPx: number, pixelRatio: number): { width: number; height: number } {
  const wanted = (widthPx * Math.min(2, Math.max(1, pixelRatio))) / STRETCH;
  const width = Math.min(1280, Math.ceil(wanted / 80) * 80);
  return { width, height: Math.round((width * 9) / 16) };
}
