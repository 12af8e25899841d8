/** Scales and encodes pictures in the worker. */
import type { PictureRequest, ScreenPicture } from '../../../core/screen.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** The source fitted into the requested size, without enlarging it. Returns undefined if memory is short. */
export async function encodePicture(
  source: { width: number; height: number },
  request: Pick<PictureRequest, 'width' | 'height' | 'quality' | 'format'>,
  draw: (pen: Pen, size: { width: number; height: number }) => void,
): Promise<ScreenPicture | undefined> {
  const scale = Math.min(1, request.width / source.width, request.height / source.height);
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) return undefined;
  pen.imageSmoothingQuality = 'high';
  draw(pen, { width, height });
  const contentType = `image/${request.format ?? 'jpeg'}` as const;
  const blob = await canvas.convertToBlob({ type: contentType, quality: request.quality / 100 });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), contentType, width, height };
}

/** The data URL of a picture as the browser returns it. The browser decodes it faster than a script. */
export async function decodePicture(dataUrl: string): Promise<ImageBitmap> {
  const response = await fetch(dataUrl);
  return createImageBitmap(await response.blob());
}

const INK = '#e6edf0';
const DIMMED = '#a0b0b8';
const PAPER = '#161d21';

/** Draws a page that the browser does not let extensions see, with its title and the reason. */
export function drawUnseen(
  pen: Pen,
  { width, height }: { width: number; height: number },
  { title, reason }: { title: string; reason: string },
): void {
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  pen.textAlign = 'center';
  const size = Math.max(10, Math.round(height / 11));
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.fillStyle = INK;
  pen.fillText(title, width / 2, height / 2 - size * 0.4, width * 0.9);
  pen.font = `${Math.round(size * 0.7)}px system-ui, sans-serif`;
  pen.fillStyle = DIMMED;
  pen.fillText(reason, width / 2, height / 2 + size, width * 0.9);
}
