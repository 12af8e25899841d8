/** The page's end of the picture worker, which starts with the first picture. */

export type PictureJob = {
  id: number;
  bitmap: ImageBitmap;
  width: number;
  height: number;
  contentType: 'image/jpeg' | 'image/webp';
  /** 1 to 100. */
  quality: number;
};
export type EncodedPicture = { id: number; bytes: ArrayBuffer | undefined };

export type PictureEncoder = {
  /** Returns undefined if the picture cannot be encoded. Closes the bitmap. */
  encode(job: Omit<PictureJob, 'id'>): Promise<Uint8Array | undefined>;
  stop(): void;
};

export function createPictureEncoder(): PictureEncoder {
  const waiting = new Map<number, (bytes: Uint8Array | undefined) => void>();
  let worker: Worker | undefined;
  let last = 0;

  const answer = (id: number, bytes: ArrayBuffer | undefined) => {
    waiting.get(id)?.(bytes && new Uint8Array(bytes));
    waiting.delete(id);
  };
  const stop = () => {
    worker?.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) answer(id, undefined);
  };
  const started = () => {
    if (worker) return worker;
    worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<EncodedPicture>) => {
      answer(data.id, data.bytes);
    });
    // The worker has failed. The next picture starts another one.
    worker.addEventListener('error', stop);
    return worker;
  };

  return {
    encode: (job) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        started().postMessage({ id, ...job }, [job.bitmap]);
      }),
    stop,
  };
}

/** Scales the source down to the maximum size, keeping its shape. Never scales up. */
export function fittingSize(
  source: { width: number; height: number },
  most: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, most.width / source.width, most.height / source.height);
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
}
