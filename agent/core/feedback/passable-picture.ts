import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import type { PictureRequest, Screen, ScreenPicture } from '../screen.ts';

/**
 * Takes a picture that is small enough for the broker, halving the quality as often as needed. Returns
 * undefined if no picture can be taken now, and `too-large` if none is small enough.
 */
export async function passablePicture(
  screen: Pick<Screen, 'draw'>,
  wanted: PictureRequest,
): Promise<{ picture: ScreenPicture; quality: number } | 'too-large' | undefined> {
  for (let { quality } = wanted; quality >= 1; quality = Math.floor(quality / 2)) {
    const picture = await screen.draw({ ...wanted, quality });
    if (picture === undefined) return undefined;
    if (picture.bytes.byteLength <= MAX_THUMBNAIL_BYTES) return { picture, quality };
  }
  return 'too-large';
}
