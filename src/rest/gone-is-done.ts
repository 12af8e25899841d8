import { isAppError } from '#protocol/app-error.ts';

/** Resolves even if the item is already deleted, because that is the requested outcome. */
export async function goneIsDone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not-found') throw error;
  }
}
