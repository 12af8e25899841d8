/** Photos of phones have more bytes and pixels than the platform takes, or a wall displays. */
import { MAX_BYTES } from './background-messages.ts';

/** Smaller files are sent as they are, without decoding them here. */
const LARGE_BYTES = 2_000_000;
/** The platform stores no more pixels a side. */
const MAX_SIDE = 4_096;
const QUALITIES = [0.9, 0.7];

export const isLargePicture = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  type.startsWith('image/') && size > LARGE_BYTES;

/** The picture in a size that can be sent; the file itself if it fits already, or if this browser cannot decode it. */
export async function fittedPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size < MAX_BYTES) return file;
    const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
    const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    // Photos are JPEG; the others may be transparent somewhere.
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
