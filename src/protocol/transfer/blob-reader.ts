/**
 * Reads a blob from front to back, into memory that is used again. A slice of its own for each chunk is a question to
 * the browser's main process that everything else in a worker waits for, and leaves a buffer to be collected: files then
 * hold tens of MiB of what was sent long ago.
 */
import { CHUNK_BYTES } from './transfer.ts';

/** What is sent, and what is read again beside it. */
const MAX_STREAMS = 2;

type Reader = ReadableStreamBYOBReader;

export type BlobReader = {
  /** Fewer than `length` where the blob ends. Rejects where it cannot be read any more. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Nobody looks at what was read any more. */
  letGo(bytes: Uint8Array): void;
  close(): void;
};

export function createBlobReader(blob: Blob): BlobReader {
  /** By the place that they have come to; the oldest first. */
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
    letGo({ buffer }) {
      if (buffer instanceof ArrayBuffer && buffer.byteLength === CHUNK_BYTES) free.push(buffer);
    },
    close() {
      for (const reader of streams.values()) end(reader);
      streams.clear();
      free.length = 0;
    },
  };
}

/** Undefined: this browser's blobs cannot be read into memory that is there already. */
function openAt(blob: Blob, offset: number): Reader | undefined {
  try {
    return blob.slice(offset).stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
