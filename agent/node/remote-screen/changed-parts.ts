/** Finds the changed parts of a picture. */
export type Part = { x: number; y: number; width: number; height: number };
export type DesktopFrame = { width: number; height: number; data: Uint8ClampedArray };

const TILE = 64;

const bytesOf = ({ data }: DesktopFrame) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** Returns the changed tiles, with adjacent ones merged; everything if there is no picture of this size. */
export function changedParts(before: DesktopFrame | undefined, now: DesktopFrame): Part[] {
  const { width, height } = now;
  if (before?.width !== width || before.height !== height) return [{ x: 0, y: 0, width, height }];
  const [old, fresh] = [bytesOf(before), bytesOf(now)];
  const differs = ({ x, y, ...tile }: Part): boolean => {
    for (let row = y; row < y + tile.height; row++) {
      const from = (row * width + x) * 4;
      const to = from + tile.width * 4;
      if (old.compare(fresh, from, to, from, to) !== 0) return true;
    }
    return false;
  };
  const parts: Part[] = [];
  for (let y = 0; y < height; y += TILE) {
    let last: Part | undefined;
    for (let x = 0; x < width; x += TILE) {
      const tile = { x, y, width: Math.min(TILE, width - x), height: Math.min(TILE, height - y) };
      if (!differs(tile)) last = undefined;
      else if (last) last.width += tile.width;
      else {
        last = tile;
        parts.push(last);
      }
    }
  }
  return parts;
}

/** Returns a copy of a part's pixels, row by row. */
export function pixelsOf(frame: DesktopFrame, { x, y, width, height }: Part): Buffer {
  const all = bytesOf(frame);
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((y + row) * frame.width + x) * 4;
    return all.subarray(from, from + width * 4);
  });
  return Buffer.concat(rows);
}
