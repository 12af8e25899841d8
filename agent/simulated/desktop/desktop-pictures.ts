/** Paints a desktop: as an encoded picture for a demand, or as raw pixels for a video. */
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { PictureRequest, ScreenPicture } from '../../core/screen.ts';
import type { LayerCache } from './layer-cache.ts';
import { type DesktopView, paintDesktop } from './paint-desktop.ts';
import { evenSize, sizeWithin } from './picture-size.ts';

/** RGBA. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

export function encodedPicture(
  view: DesktopView,
  request: PictureRequest,
  layers: LayerCache,
): ScreenPicture {
  const { width, height, quality, format = 'jpeg' } = request;
  const size = sizeWithin(view.display, width, height);
  const canvas = canvasOf(size);
  paintDesktop(canvas.getContext('2d'), size, view, layers);
  const bytes =
    format === 'webp' ? canvas.toBuffer('image/webp', quality) : canvas.toBuffer('image/jpeg', quality);
  return { bytes, contentType: `image/${format}`, ...size };
}

/** Returns pixels no wider than `widest`, with an even width and height. */
export function pixelsOf(view: DesktopView, widest: number, layers: LayerCache): Pixels {
  const size = evenSize(sizeWithin(view.display, widest, Number.POSITIVE_INFINITY));
  const ctx = canvasOf(size).getContext('2d');
  paintDesktop(ctx, size, { ...view, isVideo: true }, layers);
  return { ...size, data: ctx.getImageData(0, 0, size.width, size.height).data };
}

/** Puts the pixels on a canvas. The previous canvas is used again if it has the same size. */
export function canvasWith({ width, height, data }: Pixels, before: Canvas | undefined): Canvas {
  const canvas = before?.width === width && before.height === height ? before : createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

/** One canvas per size can be shared, because each picture is encoded before the next one begins. */
const canvases = new Map<string, Canvas>();
function canvasOf({ width, height }: { width: number; height: number }): Canvas {
  const key = `${width}x${height}`;
  const known = canvases.get(key);
  if (known !== undefined) return known;
  if (canvases.size >= 8) canvases.clear();
  const canvas = createCanvas(width, height);
  canvases.set(key, canvas);
  return canvas;
}
