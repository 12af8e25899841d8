/**
 * Decodes a picture and writes it anew: what is kept has pixels and nothing else, no place and time of a camera, no text, no
 * script. How large it becomes is read from its head before anything is decoded.
 */
import { createCanvas, Image } from '@napi-rs/canvas';
import { AppError } from '#protocol/app-error.ts';
import { readPictureFormat } from './picture-format.ts';

export type RewrittenPicture = { bytes: Buffer; contentType: string };

const MAX_SIDE = 16_384;
/** Decoded, four bytes each: 160 MB. */
const MAX_PIXELS = 40_000_000;
/** As many as the largest screens have. */
const KEPT_SIDE = 4_096;
const QUALITY = 90;

const invalid = (reason: string) => new AppError('invalid', reason);

/** Rejects with `invalid` and the reason. */
export async function rewritePicture(bytes: Buffer): Promise<RewrittenPicture> {
  const format = readPictureFormat(bytes);
  if (format.type === 'none') throw invalid(format.reason);
  const { width, height } = format;
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
    throw invalid(`The picture has ${width} × ${height} pixels; 40 million and 16,384 a side is the most.`);
  }
  const image = new Image();
  try {
    image.src = bytes;
    await image.decode();
  } catch (cause) {
    throw new AppError('invalid', 'The picture is damaged or cut off.', { cause });
  }
  // A camera's turn may have changed the sides.
  const scale = Math.min(1, KEPT_SIDE / Math.max(image.width, image.height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const canvas = createCanvas(side(image.width), side(image.height));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return format.type === 'jpeg'
    ? { bytes: await canvas.encode('jpeg', QUALITY), contentType: 'image/jpeg' }
    : { bytes: await canvas.encode('webp', QUALITY), contentType: 'image/webp' };
}
