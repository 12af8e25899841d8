/**
 * Reads the size from a picture's own header before decoding. A few kilobytes can unpack to gigabytes of
 * pixels, and the device's own statement may be wrong.
 */
import type { Size } from './thumbnails.ts';

/** Undefined for anything but JPEG and WebP, whatever content type the message gives. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0) === 0xff_d8) return jpegSize(view);
    if (view.getUint32(0) === RIFF && view.getUint32(8) === WEBP) return webpSize(view);
  } catch {
    // The header ends too early.
  }
  return undefined;
}

const RIFF = 0x52_49_46_46;
const WEBP = 0x57_45_42_50;

/** Walks the segments to the start of frame; three markers of its range are tables. */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFill = marker === 0xff;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += isFill ? 1 : 2 + view.getUint16(at + 2);
  }
}

const LOSSY = 0x56_50_38_20;
const LOSSLESS = 0x56_50_38_4c;
const EXTENDED = 0x56_50_38_58;

function webpSize(view: DataView): Size | undefined {
  const format = view.getUint32(12);
  if (format === LOSSY) {
    return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
  }
  if (format === LOSSLESS) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  if (format !== EXTENDED) return undefined;
  const less1 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00 + 1;
  return { width: less1(24), height: less1(27) };
}
