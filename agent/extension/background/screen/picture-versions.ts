/** Notices whether a window's picture has changed, by a few pixels of it. */

const COLUMNS = 32;
const ROWS = 18;

export function createPictureVersions() {
  const canvas = new OffscreenCanvas(COLUMNS, ROWS);
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  const known = new Map<number, { version: number; pixels: Uint8ClampedArray }>();

  return {
    get: (windowId: number): number => known.get(windowId)?.version ?? 0,
    note(windowId: number, picture: ImageBitmap): void {
      if (pen === null) return;
      pen.drawImage(picture, 0, 0, COLUMNS, ROWS);
      const pixels = pen.getImageData(0, 0, COLUMNS, ROWS).data;
      const before = known.get(windowId);
      if (before?.pixels.every((value, i) => value === pixels[i])) return;
      known.set(windowId, { version: (before?.version ?? 0) + 1, pixels });
    },
    /** Forgets windows that are closed. */
    keepOnly(windowIds: readonly number[]): void {
      for (const windowId of known.keys()) if (!windowIds.includes(windowId)) known.delete(windowId);
    },
  };
}
