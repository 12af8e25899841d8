/** Lists a folder for a tutor who wants to collect files from it. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, REFUSED, UNSUPPORTED } from './action-handlers.ts';
import { matchesWildcard } from './wildcard.ts';

const MOST_FILES = 1_000;
/** A character takes up to three bytes in UTF-8; what stands around the list is far below the rest. */
const MOST_LISTED_CHARACTERS = Math.floor(MAX_JSON_BYTES / 3) - 1_024;

export function fileActions({ files }: Pick<ActionDeps, 'files'>): Handlers<'retrieveFiles'> {
  /** Takes back what a student may still be looking at; by tutor and action. */
  const withdrawals = new Map<string, () => void>();

  return {
    async retrieveFiles(wanted, { id, tutorId }): Promise<ActionOutcome> {
      if (files === undefined) return UNSUPPORTED;
      if ('finish' in wanted) {
        // Where it was answered there is nothing to take back, and that is as good.
        withdrawals.get(keyOf(tutorId, wanted.id))?.();
        return DONE;
      }
      const { filePatterns, folderPath } = wanted;
      const key = keyOf(tutorId, id);
      const withdrawn = new Promise<void>((resolve) => {
        withdrawals.set(key, resolve);
      });
      const found = await files(folderPath, filePatterns, withdrawn).finally(() => withdrawals.delete(key));
      if (found === undefined) return { ok: false, code: 'not-found' };
      if (found === 'refused') return REFUSED;
      const matching = found.filter(({ fileName }) =>
        filePatterns.some((pattern) => matchesWildcard(fileName, pattern)),
      );
      const listed = withinReply(matching);
      return { ok: true, files: listed, ...(listed.length < matching.length && { more: true }) };
    },
  };
}

const keyOf = (tutorId: string, actionId: string) => JSON.stringify([tutorId, actionId]);

function withinReply(files: readonly RetrievedFile[]): readonly RetrievedFile[] {
  let characters = 0;
  const end = files.findIndex((file, i) => {
    characters += JSON.stringify(file).length + 1;
    return i === MOST_FILES || characters > MOST_LISTED_CHARACTERS;
  });
  return end < 0 ? files : files.slice(0, end);
}
