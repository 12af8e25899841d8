/** Files in memory, with the ways in which a disk fails. */
import type { FileOffer, FileSink, FileSource } from '../files.ts';
import { CHUNK_BYTES } from '../transfer.ts';

export const bytesOf = (size: number, seed = 1): Uint8Array => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + seed * 17 + (at >> 11)) & 0xff;
  return bytes;
};

export type MemorySource = FileSource & { reads: number; bytes: Uint8Array };

export function createSource(id: string, bytes: Uint8Array, version = '1'): MemorySource {
  return {
    id,
    name: `${id}.bin`,
    size: bytes.length,
    version,
    bytes,
    reads: 0,
    async read(offset, length) {
      this.reads += 1;
      return this.bytes.slice(offset, offset + length);
    },
  };
}

type Kept = { version: string; data: Uint8Array; digests: Uint8Array[]; isWhole: boolean };

export function createMemoryDisk() {
  const files = new Map<string, Kept>();
  const waiting: { writes: number; go(): void }[] = [];
  const disk = {
    files,
    openFiles: 0,
    writes: 0,
    /** Number of writes that fit; undefined: the disk never fills up. */
    room: undefined as number | undefined,
    /** Resolves with that write, before any further message can arrive. */
    whenWritten: (writes: number) => new Promise<void>((go) => waiting.push({ writes, go })),
    async open({ id, size, version }: FileOffer): Promise<FileSink> {
      disk.openFiles += 1;
      const old = files.get(id);
      const goesOn = old?.version === version && old.data.length === size;
      const file = goesOn ? old : { version, data: new Uint8Array(size), digests: [], isWhole: false };
      files.set(id, file);
      const close = () => {
        disk.openFiles -= 1;
      };
      return {
        kept: [...file.digests],
        async write(index, chunk, digest) {
          if (disk.room === disk.writes) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          disk.writes += 1;
          for (const { writes, go } of waiting) if (writes === disk.writes) go();
          file.data.set(chunk, index * CHUNK_BYTES);
          file.digests.push(digest);
        },
        async finish() {
          file.isWhole = true;
          close();
        },
        async discard() {
          files.delete(id);
          close();
        },
        pause: async () => close(),
      };
    },
  };
  return disk;
}
