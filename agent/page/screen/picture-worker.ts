/** Scales and encodes pictures in a worker, because a hidden page delays such work. */
import type { EncodedPicture, PictureJob } from './picture-encoder.ts';

globalThis.addEventListener('message', ({ data }: MessageEvent<PictureJob>) => void encode(data));

async function encode({ id, bitmap, width, height, contentType, quality }: PictureJob): Promise<void> {
  let answer: EncodedPicture = { id, bytes: undefined };
  try {
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d', { alpha: false });
    if (pen) {
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(bitmap, 0, 0, width, height);
      const blob = await canvas.convertToBlob({ type: contentType, quality: quality / 100 });
      // A browser that does not support this format returns PNG instead.
      if (blob.type === contentType) answer = { id, bytes: await blob.arrayBuffer() };
    }
  } catch {
    // Out of memory: this picture is skipped.
  } finally {
    bitmap.close();
  }
  globalThis.postMessage(answer, { transfer: answer.bytes ? [answer.bytes] : [] });
}
