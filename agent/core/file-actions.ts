/** Lists a folder for a tutor who wants to collect files from it. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, REFUSED, UNSUPPORTED } from './action-handlers.ts';
import { matchesWildcard } from './wildcard.ts';

const MOST_FILES = 1_000;
/** A character takes up to three bytes in UTF-8; what stands around the list is far below the rest. */
const MOST_LISTED_CHARACTERS = Math.floor(MAX_JSON_BYTES / 3) - 1_024;

export function fileActions({ files }: Pick<ActionDeps, 'files'>): Handlers<'retrieveFiles'> {
  return {
    async retrieveFiles({ filePatterns, folderPath }): Promise<ActionOutcome> {
      if (files === undefined) return UNSUPPORTED;
      const found = await files(folderPath, filePatterns);
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

function withinReply(files: readonly RetrievedFile[]): readonly RetrievedFile[] {
  let characters = 0;
  const end = files.findIndex((file, i) => {
    characters += JSON.stringify(file).length + 1;
    return i === MOST_FILES || characters > MOST_LISTED_CHARACTERS;
  });
  return end < 0 ? files : files.slice(0, end);
}
