/** Sizes of the tiles of a wall, and zoom ranges of the page and its background. */

/** The thumbnail size slider. */
export const TILE_SIZE = { min: 0, max: 100, step: 5, initial: 15 } as const;
/** The width of a tile at either end of the slider. */
const TILE_REM = { min: 6, max: 48 } as const;
/** Percent. Fitting to the viewport may go below the range of the buttons. */
export const PAGE_ZOOM = { min: 50, max: 200, step: 5, initial: 100, fitMin: 25, fitMax: 200 } as const;
/** Percent. */
export const BACKGROUND_ZOOM = { min: 25, step: 5, initial: 100 } as const;

export type Size = { width: number; height: number };

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** A stored or typed value may be anything. Undefined: it is no number. */
function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The nearest step of the slider. */
export function toTileSize(value: unknown): number {
  const number = toNumber(value) ?? TILE_SIZE.initial;
  return clamp(Math.round(number / TILE_SIZE.step) * TILE_SIZE.step, TILE_SIZE.min, TILE_SIZE.max);
}

/** Any zoom that the buttons or fitting can reach. */
export const toPageZoom = (value: unknown): number =>
  Math.round(clamp(toNumber(value) ?? PAGE_ZOOM.initial, PAGE_ZOOM.fitMin, PAGE_ZOOM.max));

export const tileRem = (size: number): number =>
  TILE_REM.min + ((TILE_REM.max - TILE_REM.min) * toTileSize(size)) / TILE_SIZE.max;

/** Whole CSS pixels, so that no picture is drawn at a fraction of one. */
export const tileWidthPx = (size: number, pageZoom: number, remPx = 16): number =>
  Math.round((tileRem(size) * remPx * pageZoom) / 100);

/** Tiles are 16:9. */
export const tileHeightPx = (widthPx: number): number => Math.round((widthPx * 9) / 16);

/** Gap between two tiles: 5 px that follow the zoom, and 10 px that do not. */
export const tileGapPx = (pageZoom: number): number => Math.round((5 * pageZoom) / 100) + 10;

/** Zoom after one press of a button. A zoom below the range, which fitting can reach, only goes up. */
export function stepPageZoom(zoom: number, direction: 1 | -1): number {
  const { min, max, step } = PAGE_ZOOM;
  if (direction > 0) return Math.min(max, Math.floor(zoom / step) * step + step);
  return zoom <= min ? zoom : Math.max(min, Math.ceil(zoom / step) * step - step);
}

/** The page zoom at which the whole image is visible. */
export function fitZoom(image: Size, viewport: Size): number {
  const percent = Math.floor(100 * Math.min(viewport.width / image.width, viewport.height / image.height));
  return clamp(Number.isFinite(percent) ? percent : PAGE_ZOOM.initial, PAGE_ZOOM.fitMin, PAGE_ZOOM.fitMax);
}

/** Small images may be enlarged more. Large ones may be shrunk until they are completely visible. */
export function backgroundZoomRange(image: Size, viewport: Size): { min: number; max: number } {
  const average = (image.width + image.height) / 2;
  const max = average < 500 ? 400 : average < 1_000 ? 300 : average < 2_000 ? 200 : 150;
  const fit = Math.floor(100 * Math.min(viewport.width / image.width, viewport.height / image.height));
  return { min: fit > 0 ? Math.min(BACKGROUND_ZOOM.min, fit) : BACKGROUND_ZOOM.min, max };
}

export function stepBackgroundZoom(
  zoom: number,
  direction: 1 | -1,
  range: { min: number; max: number },
): number {
  return clamp(zoom + direction * BACKGROUND_ZOOM.step, range.min, range.max);
}

/**
 * The pictures that a tile requests from its device: as large as the tile, in steps of 32 device pixels so
 * that neighbouring sizes share an upload. Larger pictures are sharper and more frequent.
 */
export function wallPictures(widthPx: number, pixelRatio: number) {
  const neededPx = widthPx * clamp(pixelRatio, 1, 2);
  const width = clamp(Math.ceil(neededPx / 32) * 32, 64, 1_280);
  return {
    width,
    height: Math.round((width * 9) / 16),
    quality: width <= 128 ? 10 : width <= 320 ? 20 : width <= 640 ? 35 : 50,
    intervalMs: width <= 128 ? 10_000 : width <= 640 ? 5_000 : 2_000,
  };
}
