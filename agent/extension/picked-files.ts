/**
 * The files that the student has handed in: copies in the extension's private file system, which every page of
 * the extension and the offscreen document can read.
 */
import type { RetrievedFile } from '#protocol/action-parameters.ts';

const FOLDER = 'picked';

/** Each listing names a file by these fields, so they are its key. */
export const pickedKey = ({ fileName, location, size }: RetrievedFile): string =>
  JSON.stringify([location, fileName, size]);

/** A name that any file system accepts. */
async function entryName(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** Rejects if the file cannot be read or there is no room for its copy. */
export async function storePicked(key: string, file: File): Promise<void> {
  const handle = await (await folder()).getFileHandle(await entryName(key), { create: true });
  await file.stream().pipeTo(await handle.createWritable());
}

/** Returns undefined if the file was taken back. */
export async function openPicked(key: string): Promise<File | undefined> {
  try {
    const handle = await (await folder()).getFileHandle(await entryName(key));
    return await handle.getFile();
  } catch {
    return undefined;
  }
}

export async function removePicked(key: string): Promise<void> {
  await (await folder()).removeEntry(await entryName(key)).catch(() => {});
}

/** Removes the files of earlier runs of the browser. */
export async function removeAllPicked(): Promise<void> {
  await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true }).catch(() => {});
}
