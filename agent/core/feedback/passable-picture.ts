import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import type { PictureRequest, Screen, ScreenPicture } from '../screen.ts';

/**
 * A picture that passes the broker: at half the quality, and half of that, where the wanted one is too large. Undefined
 * when none can be taken right now; `too-large` when none passes.
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
