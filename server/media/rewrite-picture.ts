/**
 * Decodes and re-encodes a picture. The result contains only pixels: no location or time of a camera, no
 * text, no script. The decoded size is read from the header before decoding.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '#protocol/app-error.ts';
import { readPictureFormat } from './picture-format.ts';

export type RewrittenPicture = { bytes: Buffer; contentType: string };

const MAX_SIDE = 16_384;
/** Photos of phones have 48 to 50 million pixels. Decoded at four bytes each: 256 MB. */
const MAX_PIXELS = 64_000_000;
/** The size of the largest screens. */
const MAX_STORED_SIDE = 4_096;
const QUALITY = 90;
/** The largest pictures take three seconds. */
const TIMEOUT_MS = 20_000;

const invalid = (reason: string) => new AppError('invalid', reason);

/** Rejects with `invalid` and the reason. */
export async function rewritePicture(bytes: Buffer, timeoutMs = TIMEOUT_MS): Promise<RewrittenPicture> {
  const format = readPictureFormat(bytes);
  if (format.type === 'none') throw invalid(format.reason);
  const { width, height, end } = format;
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
    throw invalid(`The picture has ${width} × ${height} pixels; 64 million and 16,384 a side is the most.`);
  }
  const contentType = format.type === 'jpeg' ? 'image/jpeg' : 'image/webp';
  return { bytes: await inThread(bytes.subarray(0, end), contentType, timeoutMs), contentType };
}

/** One thread per picture: its end frees all memory, and it is terminated when it takes too long. */
async function inThread(bytes: Buffer, type: string, timeoutMs: number): Promise<Buffer> {
  const thread = new Worker(new URL('./picture-thread.mjs', import.meta.url), {
    workerData: { bytes, type, keptSide: MAX_STORED_SIDE, quality: QUALITY },
    // The loaders of the main thread (tsx, vitest) are not needed here and cost time.
    execArgv: [],
  });
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const rewritten = await new Promise<Uint8Array | undefined>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread of a picture has ended')));
      timeout.addEventListener('abort', () =>
        reject(invalid('The picture takes too long to decode; try a smaller one.')),
      );
    });
    if (rewritten === undefined) throw invalid('The picture is damaged or cut off.');
    return Buffer.from(rewritten.buffer, rewritten.byteOffset, rewritten.byteLength);
  } finally {
    await thread.terminate();
  }
}
