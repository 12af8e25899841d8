/** Assembles the parts of one file's chunks. Strict: anything but the next part is refused with a reason. */
import { type ChunkFrame, chunkLength } from './frames.ts';
import type { Refusal } from './refusals.ts';
import { CHUNK_BYTES } from './transfer.ts';

export type ChunkAssembly = {
  /** Takes the next part: the chunk when it is complete, undefined when parts are missing, or a refusal. */
  take(frame: ChunkFrame): { index: number; bytes: Uint8Array } | { refusal: Refusal } | undefined;
  /** The chunk is no longer read, so a later one may use its memory. */
  reuse(bytes: Uint8Array): void;
  /** Received bytes of the file, including those of the incomplete chunk. */
  received(): number;
};

/** `have`: number of chunks that exist already. */
export function createChunkAssembly({
  size,
  chunks,
  have,
}: {
  size: number;
  chunks: number;
  have: number;
}): ChunkAssembly {
  let next = have;
  let filled = 0;
  let bytes: Uint8Array | undefined;
  const free: Uint8Array[] = [];

  function room(length: number): Uint8Array {
    const used = length === CHUNK_BYTES ? free.pop() : undefined;
    return used ?? new Uint8Array(length);
  }

  function whyNot({ chunk, offset, length }: ChunkFrame): Refusal | undefined {
    if (chunk >= chunks) return 'wrong-size';
    if (chunk !== next) return chunk < next ? 'repeated' : 'out-of-order';
    if (length !== chunkLength(size, chunk)) return 'wrong-size';
    if (offset !== filled) return offset < filled ? 'repeated' : 'out-of-order';
    return undefined;
  }

  return {
    take(frame) {
      const refusal = whyNot(frame);
      if (refusal) return { refusal };
      bytes ??= room(frame.length);
      bytes.set(frame.part, frame.offset);
      filled += frame.part.length;
      if (filled < frame.length) return undefined;
      const chunk = { index: next, bytes };
      next += 1;
      filled = 0;
      bytes = undefined;
      return chunk;
    },
    reuse(done) {
      if (done.length === CHUNK_BYTES) free.push(done);
    },
    received: () => Math.min(next * CHUNK_BYTES + filled, size),
  };
}
