/** Lists a folder, and remembers which files a tutor sends or wants; peers carry the files themselves. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, UNSUPPORTED } from './action-handlers.ts';
import type { AskedTransfer } from './device-state.ts';
import { matchesWildcard } from './wildcard.ts';

const MOST_FILES = 1_000;
const MOST_TRANSFERS = 20;
/** A character takes up to three bytes in UTF-8; what stands around the list is far below the rest. */
const MOST_LISTED_CHARACTERS = Math.floor(MAX_JSON_BYTES / 3) - 1_024;

export function fileActions({
  machine,
  state,
  change,
}: Pick<ActionDeps, 'machine' | 'state' | 'change'>): Handlers<
  'retrieveFiles' | 'transferFiles' | 'collectFiles'
> {
  const remember = (transfer: AskedTransfer): ActionOutcome => {
    change({ transfers: [...state().transfers, transfer].slice(-MOST_TRANSFERS) });
    return DONE;
  };
  return {
    async retrieveFiles({ filePatterns, folderPath }): Promise<ActionOutcome> {
      if (machine === undefined) return UNSUPPORTED;
      const found = await machine.files(folderPath);
      if (found === undefined) return { ok: false, code: 'not-found' };
      const files = found.filter(({ fileName }) =>
        filePatterns.some((pattern) => matchesWildcard(fileName, pattern)),
      );
      const listed = withinReply(files);
      return { ok: true, files: listed, ...(listed.length < files.length && { more: true }) };
    },

    transferFiles: ({ files, filePath, peerId }, { id, tutorId }) =>
      remember({
        id,
        tutorId,
        direction: 'to-device',
        files: files.map(({ name, size }) => ({ name, sizeBytes: size })),
        folder: filePath,
        peerId,
      }),

    collectFiles: ({ selectedFile, peerId }, { id, tutorId }) =>
      remember({
        id,
        tutorId,
        direction: 'from-device',
        files: [{ name: selectedFile.fileName, sizeBytes: selectedFile.size }],
        folder: selectedFile.location,
        peerId,
      }),
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
