/**
 * Reads a blob from front to back, into reused memory. A separate slice for each chunk is a request to the
 * browser's main process, which blocks everything else in a worker. It also leaves a buffer to the garbage
 * collector, so that files hold tens of MiB that were sent long ago.
 */
import { CHUNK_BYTES } from './transfer.ts';

/** One stream for sending, and one for reading earlier bytes again meanwhile. */
const MAX_STREAMS = 2;

type Reader = ReadableStreamBYOBReader;

export type BlobReader = {
  /** Fewer than `length` at the end of the blob. Rejects if the blob can no longer be read. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Releases bytes that are no longer read, so that their memory can be reused. */
  releaseBuffer(bytes: Uint8Array): void;
  close(): void;
};

export function createBlobReader(blob: Blob): BlobReader {
  /** Key: the offset that the stream has reached, the oldest first. */
  const streams = new Map<number, Reader>();
  const free: ArrayBuffer[] = [];

  const end = (reader: Reader | undefined) => void reader?.cancel().catch(() => {});

  function streamAt(offset: number): Reader | undefined {
    const known = streams.get(offset);
    streams.delete(offset);
    return known ?? openAt(blob, offset);
  }

  function keep(reader: Reader, at: number) {
    end(streams.get(at));
    streams.set(at, reader);
    const [oldest] = streams.keys();
    if (streams.size <= MAX_STREAMS || oldest === undefined) return;
    end(streams.get(oldest));
    streams.delete(oldest);
  }

  return {
    async read(offset, length) {
      const reader = streamAt(offset);
      if (!reader) return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      let buffer = (length <= CHUNK_BYTES ? free.pop() : undefined) ?? new ArrayBuffer(length);
      let filled = 0;
      while (filled < length) {
        const { value, done } = await reader.read(new Uint8Array(buffer, filled, length - filled));
        if (value) {
          buffer = value.buffer;
          filled += value.length;
        }
        if (done) break;
      }
      if (offset + filled < blob.size) keep(reader, offset + filled);
      else end(reader);
      return new Uint8Array(buffer, 0, filled);
    },
    releaseBuffer({ buffer }) {
      if (buffer instanceof ArrayBuffer && buffer.byteLength === CHUNK_BYTES) free.push(buffer);
    },
    close() {
      for (const reader of streams.values()) end(reader);
      streams.clear();
      free.length = 0;
    },
  };
}

/** Undefined: this browser cannot read blobs into existing memory. */
function openAt(blob: Blob, offset: number): Reader | undefined {
  try {
    return blob.slice(offset).stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
