import { pictureSize } from './picture-size.ts';
import { createSharedBlobs } from './shared-blobs.ts';
import type { Size, ThumbnailPicture } from './thumbnails.ts';

/** The largest display that a demand can request. */
const MAX_PIXELS = 7_680 * 4_320;

const blobs = createSharedBlobs();

/** A browser that has not answered by then will not, and the device's next picture must not wait for it. */
const TIMEOUT_MS = 5_000;

/**
 * Decodes off the main thread. A smaller size is produced while decoding, which costs less than scaling
 * later. Rejects if the bytes are no picture, or if the browser has not decoded them within 5 s.
 */
export function decodePicture(picture: ThumbnailPicture, size: Size | undefined): Promise<ImageBitmap> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('The picture was not decoded in time'));
    }, TIMEOUT_MS);
    decode(picture, size)
      .then((bitmap) => (isLate ? bitmap.close() : resolve(bitmap)), reject)
      .finally(() => clearTimeout(timer));
  });
}

async function decode(picture: ThumbnailPicture, size: Size | undefined): Promise<ImageBitmap> {
  const { width, height } = pictureSize(picture.bytes) ?? { width: 0, height: 0 };
  if (width * height === 0 || width * height > MAX_PIXELS) throw new Error('No picture, or too large a one');
  const blob = await blobs.blob(picture.bytes as Uint8Array<ArrayBuffer>, picture.contentType);
  if (!size) return createImageBitmap(blob);
  return createImageBitmap(blob, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'medium',
  });
}
