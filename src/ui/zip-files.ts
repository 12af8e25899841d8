/** The only importer of the zip library, which is loaded on demand. */
export type ZippedFile = { name: string; bytes: Blob | Uint8Array<ArrayBuffer> };

/**
 * Reads the files one after the other, so that none has to be in memory as a whole. `onFile`: the number of
 * files read. Rejects if one cannot be read, or the browser has no space.
 */
export async function zipFiles(
  files: readonly ZippedFile[],
  onFile: (count: number) => void = () => {},
): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  const lastModified = new Date();
  function* inputs() {
    for (const [at, { name, bytes }] of files.entries()) {
      onFile(at);
      yield { name, input: bytes, lastModified };
    }
  }
  return downloadZip(inputs()).blob();
}
