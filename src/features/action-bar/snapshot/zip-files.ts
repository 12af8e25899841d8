/** The one door to the zip library, which comes when it is needed. */
export async function zipFiles(
  files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  const lastModified = new Date();
  return downloadZip(files.map(({ name, bytes }) => ({ name, input: bytes, lastModified }))).blob();
}
