/** Turns the answers to a snapshot into named files, and lists the devices without a picture. Pure. */
import { safeFileName, uniqueFileNames } from '#domain/files/file-name.ts';
import type { ActionPicture } from '#protocol/threads/live-action.ts';
import { m } from './messages.ts';

export type Taken = { clientId: string; pictures: readonly ActionPicture[]; code: string | undefined };
export type SnapshotFile = { name: string; bytes: Uint8Array<ArrayBuffer> };
export type Missing = { name: string; isPrivate: boolean };

const MAX_NAME_LENGTH = 120;

/** A file of another kind must not be saved with this extension. */
const isJpeg = ({ contentType, bytes }: ActionPicture) =>
  contentType === 'image/jpeg' && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/** `names`: clientId → displayed name, for every device that received the request. */
export function snapshotFiles(
  taken: readonly Taken[],
  names: ReadonlyMap<string, string>,
): { files: SnapshotFile[]; missing: Missing[] } {
  const answers = new Map(taken.map((each) => [each.clientId, each]));
  const pictures: SnapshotFile[] = [];
  const missing: Missing[] = [];
  for (const [clientId, name] of names) {
    const answer = answers.get(clientId);
    const good = answer?.pictures.filter(isJpeg) ?? [];
    if (good.length === 0) missing.push({ name, isPrivate: answer?.code === 'privacy' });
    const file = safeFileName(name, { extension: '.jpeg', maxLength: MAX_NAME_LENGTH, fallback: m.fallback });
    // The cast avoids a copy of all pictures: bytes from a message are never in shared memory.
    for (const { bytes } of good) pictures.push({ name: file, bytes: bytes as Uint8Array<ArrayBuffer> });
  }
  const unique = uniqueFileNames(pictures.map(({ name }) => name));
  return { files: pictures.map(({ bytes }, i) => ({ name: unique[i] ?? m.fallback, bytes })), missing };
}
