import type { Picture, Size } from './thumbnails.ts';

/** Decodes off the main thread; a smaller size is made while decoding, which costs less than scaling later. */
export function decodePicture(picture: Picture, size: Size | undefined): Promise<ImageBitmap> {
  const blob = new Blob([picture.bytes as Uint8Array<ArrayBuffer>], { type: picture.contentType });
  if (!size) return createImageBitmap(blob);
  return createImageBitmap(blob, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'medium',
  });
}
