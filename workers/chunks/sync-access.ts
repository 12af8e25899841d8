/** Reading and writing in the private file system, with what it does not say by itself. */

/** Another run holds the file: one that ends, or that of a page that is being reloaded, lets go within this. */
const HELD_MS = 2_000;
const ASK_AGAIN_MS = 50;

/** Tries again while somebody else keeps a file open, and not for ever: it rejects as `act` did. */
export async function onceLetGo<T>(act: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
    try {
      return await act();
    } catch (error) {
      const isHeld = error instanceof Error && error.name === 'NoModificationAllowedError';
      if (!isHeld || waitedMs >= HELD_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/** Makes the file where there is none. Rejects where somebody else keeps it open. */
export async function openExclusively(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemSyncAccessHandle> {
  const file = await folder.getFileHandle(name, { create: true });
  return onceLetGo(() => file.createSyncAccessHandle());
}

/** Some profiles write less than they were given when they are full, and say nothing. */
class ShortWriteError extends Error {
  override readonly name = 'ShortWriteError';
}

/** Throws where not every byte was taken. */
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
