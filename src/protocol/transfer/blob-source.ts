/** A file that somebody picked, read slice by slice. */
import type { FileSource } from './files.ts';
import { letGo } from './let-go.ts';

export function fromBlob({
  id,
  file,
  name,
  version,
}: {
  id: string;
  file: Blob;
  name: string;
  version: string;
}): FileSource {
  return {
    id,
    name,
    size: file.size,
    version,
    letGo,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}
