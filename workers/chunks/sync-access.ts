/** Exclusive reads and writes in the private file system, with retries and checks that the API lacks. */

/** Another run that is ending, or a page that is reloading, releases its file within this time. */
const TIMEOUT_MS = 2_000;
const RETRY_DELAY_MS = 50;

/** Retries while the file is open elsewhere, up to `TIMEOUT_MS`; then rejects with the error of `act`. */
export async function retryWhileLocked<T>(act: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += RETRY_DELAY_MS) {
    try {
      return await act();
    } catch (error) {
      const isHeld = error instanceof Error && error.name === 'NoModificationAllowedError';
      if (!isHeld || waitedMs >= TIMEOUT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

/** Creates the file if it is missing. Rejects if it stays open elsewhere. */
export async function openExclusively(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemSyncAccessHandle> {
  const file = await folder.getFileHandle(name, { create: true });
  return retryWhileLocked(() => file.createSyncAccessHandle());
}

/** Some browser profiles write fewer bytes when they are full, without an error. */
class ShortWriteError extends Error {
  override readonly name = 'ShortWriteError';
}

/** Throws if not every byte was written. */
export function writeAll(file: FileSystemSyncAccessHandle, bytes: Uint8Array, at: number) {
  const written = file.write(bytes as Uint8Array<ArrayBuffer>, { at });
  if (written !== bytes.length)
    throw new ShortWriteError(`${written} of ${bytes.length} bytes were written.`);
}

export function readAll(file: FileSystemSyncAccessHandle, length: number, at: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const read = file.read(bytes, { at });
  if (read !== length) throw new Error(`${read} of ${length} bytes were read.`);
  return bytes;
}
