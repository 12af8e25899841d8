/** A file that a person picked. */
import { createBlobReader } from './blob-reader.ts';
import type { FileSource } from './files.ts';

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
  return { id, name, size: file.size, version, ...createBlobReader(file) };
}
