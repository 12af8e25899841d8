/** The data folder holds keys and secrets, so only the user who runs the platform may read it. */
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { StoreError } from '#base/store-error.ts';

/** The owner has all rights, other users have none. */
const PRIVATE_FOLDER_MODE = 0o700;
/** Mode of every file that the platform itself writes into the folder. */
export const PRIVATE_FILE_MODE = 0o600;

/**
 * Creates a missing folder, and revokes other users' rights to an existing one. The database engine chooses
 * the rights of its files, so only the folder above keeps other users out. Throws `StoreError`: `foreign`
 * where the folder belongs to another user, `unreadable` where it cannot be used.
 */
export async function preparePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    const { uid } = await stat(folder);
    // Windows has no user ids, and restricts a home folder to its owner.
    const own = process.getuid?.() ?? uid;
    if (uid !== own) throw foreign(folder, uid, own);
    await chmod(folder, PRIVATE_FOLDER_MODE);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw cause instanceof StoreError ? cause : unreadable(folder, cause);
  }
}

export const unreadable = (folder: string, cause: unknown) =>
  new StoreError('unreadable', `${folder} cannot be used: ${(cause as Error).message}`, { cause });

const foreign = (folder: string, owner: number, own: number) =>
  new StoreError(
    'foreign',
    `${folder} belongs to another user (${owner}), who could read its secrets: start Lectern as that user, give the folder to this one (chown -R ${own} ${folder}), or choose another with --data.`,
  );
