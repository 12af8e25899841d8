import { open, stat } from 'node:fs/promises';
import type { FileSource } from '#protocol/transfer/files.ts';

/** A file on this machine's disk, to be sent. It is closed between two reads. */
export async function fileSource(
  path: string,
  { id, name }: { id: string; name: string },
): Promise<FileSource> {
  const { size, mtimeMs } = await stat(path);
  return {
    id,
    name,
    size,
    version: `${size} ${mtimeMs}`,
    async read(offset, length) {
      const handle = await open(path, 'r');
      try {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await handle.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}
