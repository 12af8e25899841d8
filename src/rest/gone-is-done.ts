import { isAppError } from '#protocol/app-error.ts';

/** Resolves also where somebody else was faster: what was to be deleted is gone, which is what was asked for. */
export async function goneIsDone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not-found') throw error;
  }
}
