/** The zoom of device cards: 0 to 100 by 10 (part 1 §9). */
export const ZOOM = { min: 0, max: 100, step: 10, largeAbove: 70 } as const;

/** JPEG quality (10 to 50) that cards of this zoom ask for; 10 when there is no zoom (part 1 §9). */
export function thumbnailQuality(zoom: number | undefined): number {
  return zoom === undefined ? 10 : Math.round(10 + (zoom / 100) * 40);
}
