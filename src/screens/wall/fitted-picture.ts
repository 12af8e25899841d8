/** Reduces photos that have more bytes and pixels than the platform accepts or a wall displays. */
import { MAX_BYTES } from './background-messages.ts';

/** Smaller files are sent as they are, without being decoded here. */
const LARGE_BYTES = 2_000_000;
/** Maximum side of stored pictures on the platform. */
const MAX_SIDE = 4_096;
const QUALITIES = [0.9, 0.7];

export const isLargePicture = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  type.startsWith('image/') && size > LARGE_BYTES;

/** The picture in a size that can be sent: the file itself if it fits or cannot be decoded here. */
export async function fittedPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size < MAX_BYTES) return file;
    const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
    const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    // Photos stay JPEG; other formats may have transparent parts.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    for (const quality of QUALITIES) {
      const blob = await canvas.convertToBlob({ type, quality });
      if (blob.size < MAX_BYTES) return new File([blob], file.name, { type: blob.type });
    }
  } catch (error) {
    console.info('background not scaled', error);
  }
  return file;
}
