/**
 * The zoom of device cards: 0 to 100 in steps of 10. `initial` applies until a person chooses one. Its
 * quality is the default quality, so that the slider shows what is requested.
 */
export const ZOOM = { min: 0, max: 100, step: 10, initial: 0, largeAbove: 70 } as const;

/** JPEG quality (10 to 50) that cards of this zoom request; 10 without a zoom. */
export function thumbnailQuality(zoom: number = ZOOM.initial): number {
  return Math.round(10 + (zoom / 100) * 40);
}

/** The nearest step of the scale. A stored or typed value may be anything. */
export function toZoom(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return ZOOM.initial;
  const stepped = Math.round(number / ZOOM.step) * ZOOM.step;
  return Math.min(ZOOM.max, Math.max(ZOOM.min, stepped));
}

/** The minimum width of a card in CSS pixels. It grows with the zoom, from a larger base above 70. */
export function cardWidthPx(zoom: number): number {
  const base = zoom > ZOOM.largeAbove ? 280 : 160;
  return base + Math.round(zoom * 2);
}

/** How far a picture may be enlarged when it is drawn. A tenth is not noticeable. */
const STRETCH = 1.1;

/**
 * The picture size in device pixels to request for cards of this width in CSS pixels. 16:9, at most 1280
 * wide, and in steps of 80 so that neighbouring zooms and odd pixel ratios share an upload.
 */
export function thumbnailSize(widthPx: number, pixelRatio: number): { width: number; height: number } {
  const neededPx = (widthPx * Math.min(2, Math.max(1, pixelRatio))) / STRETCH;
  const width = Math.min(1280, Math.ceil(neededPx / 80) * 80);
  return { width, height: Math.round((width * 9) / 16) };
}
