import type { Pixels } from '../platform/platform.ts';

export type RgbaPicture = { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };

/** The size of a picture within `most`, in the shape of the display. It is never enlarged. */
export function sizeWithin(
  { width, height }: { width: number; height: number },
  most: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(most.width / width, most.height / height, 1);
  return {
    width: Math.max(1, Math.min(Math.round(width * scale), most.width)),
    height: Math.max(1, Math.min(Math.round(height * scale), most.height)),
  };
}

/**
 * Scales a picture down. Each pixel is the mean of those that it covers, so that text stays readable in small
 * pictures. This takes a third of the time of a canvas that draws the full size.
 */
export function scalePicture(pixels: Pixels, size: { width: number; height: number }): RgbaPicture {
  const { width, height } = size;
  if (width === pixels.width && height === pixels.height) return { width, height, rgba: rgbaOf(pixels) };
  const rgba = new Uint8ClampedArray(width * height * 4);
  const edges = (count: number, of: number) =>
    Int32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * of) / count));
  const columns = edges(width, pixels.width);
  const rows = edges(height, pixels.height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      writeMean(pixels, rgba, (y * width + x) * 4, {
        left: columns[x] ?? 0,
        right: columns[x + 1] ?? 0,
        top: rows[y] ?? 0,
        bottom: rows[y + 1] ?? 0,
      });
  return { width, height, rgba };
}

function writeMean(
  { width, bgrx }: Pixels,
  rgba: Uint8ClampedArray,
  at: number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++) {
    let from = (y * width + left) * 4;
    for (let x = left; x < right; x++, from += 4) {
      blue += bgrx[from] ?? 0;
      green += bgrx[from + 1] ?? 0;
      red += bgrx[from + 2] ?? 0;
    }
  }
  const count = (right - left) * (bottom - top);
  rgba[at] = red / count;
  rgba[at + 1] = green / count;
  rgba[at + 2] = blue / count;
  rgba[at + 3] = 255;
}

/** Reorders all pixels without scaling, four bytes at a time. */
function rgbaOf({ width, height, bgrx }: Pixels): Uint8ClampedArray<ArrayBuffer> {
  const count = width * height;
  const isAligned = bgrx.byteOffset % 4 === 0;
  const from = isAligned
    ? new Uint32Array(bgrx.buffer, bgrx.byteOffset, count)
    : new Uint32Array(bgrx.slice(0, count * 4).buffer);
  const to = new Uint32Array(count);
  // Little-endian: the lowest byte is blue, and becomes red.
  for (let at = 0; at < count; at++) {
    const pixel = from[at] ?? 0;
    to[at] = 0xff000000 | ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 0xff);
  }
  return new Uint8ClampedArray(to.buffer);
}
