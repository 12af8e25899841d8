import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { PictureRequest, ScreenPicture } from '../../core/screen.ts';
import type { Pixels } from '../platform/platform.ts';
import { type RgbaPicture, scalePicture, sizeWithin } from './scale-picture.ts';

/** Scales and encodes the picture of a display as it was requested. */
export async function encodePicture(
  pixels: Pixels,
  { quality, format = 'jpeg', ...most }: PictureRequest,
): Promise<ScreenPicture> {
  const picture = scalePicture(pixels, sizeWithin(pixels, most));
  const canvas = canvasOf(picture);
  const bytes =
    format === 'webp' ? await canvas.encode('webp', quality) : await canvas.encode('jpeg', quality);
  const { width, height } = picture;
  return { bytes: new Uint8Array(bytes), contentType: `image/${format}`, width, height };
}

/** A PNG image as a data address. */
export async function pngAddress(picture: RgbaPicture): Promise<string> {
  const bytes = await canvasOf(picture).encode('png');
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

function canvasOf({ width, height, rgba }: RgbaPicture) {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas;
}
