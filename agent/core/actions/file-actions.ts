/** Lists a folder for a tutor who wants to collect files from it. */

import { matchesWildcard } from '#domain/wildcard.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { Asker, DemandBook } from '../feedback/demand-book.ts';
import { DONE, REFUSED, UNSUPPORTED } from '../outcome.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

const MAX_FILES = 1_000;
/** A character takes up to three bytes in UTF-8. The fields around the list take far less than the rest. */
const MAX_LISTED_CHARACTERS = Math.floor(MAX_JSON_BYTES / 3) - 1_024;

/** A listing that the student may still see. `sources` are the tutor's browsers when it was requested. */
type Question = { tutorId: string; sources: Set<Asker['source']>; withdraw(): void };

export function fileActions({ files, book }: Pick<ActionDeps, 'files'> & { book: () => DemandBook }) {
  /** The open listings, by tutor and action. */
  const questions = new Map<string, Question>();

  const handlers: Handlers<'retrieveFiles'> = {
    async retrieveFiles(wanted, { id, tutorId }): Promise<ActionOutcome> {
      if (files === undefined) return UNSUPPORTED;
      if ('finish' in wanted) {
        // An answered listing needs no withdrawal, so the request succeeds anyway.
        questions.get(keyOf(tutorId, wanted.id))?.withdraw();
        return DONE;
      }
      const { filePatterns, folderPath } = wanted;
      const key = keyOf(tutorId, id);
      const sources = new Set(
        book()
          .all()
          .flatMap((demand) => (demand.tutorId === tutorId ? [demand.source] : [])),
      );
      const withdrawn = new Promise<void>((withdraw) => {
        questions.set(key, { tutorId, sources, withdraw });
      });
      const found = await files(folderPath, filePatterns, withdrawn).finally(() => questions.delete(key));
      if (found === undefined) return { ok: false, code: 'not-found' };
      if (found === 'refused') return REFUSED;
      const matching = found.filter(({ fileName }) =>
        filePatterns.some((pattern) => matchesWildcard(fileName, pattern)),
      );
      const listed = withinReply(matching);
      return { ok: true, files: listed, ...(listed.length < matching.length && { more: true }) };
    },
  };

  return {
    handlers,
    /**
     * Withdraws a listing once every browser that can have requested it has left. A request does not name its
     * browser, and one that came later, such as a reloaded page, does not wait for the answer.
     */
    browserLeft({ tutorId, source }: Asker) {
      for (const question of questions.values()) {
        if (question.tutorId !== tutorId) continue;
        question.sources.delete(source);
        if (source === undefined || question.sources.size === 0) question.withdraw();
      }
    },
  };
}

const keyOf = (tutorId: string, actionId: string) => JSON.stringify([tutorId, actionId]);

function withinReply(files: readonly RetrievedFile[]): readonly RetrievedFile[] {
  let characters = 0;
  const end = files.findIndex((file, i) => {
    characters += JSON.stringify(file).length + 1;
    return i === MAX_FILES || characters > MAX_LISTED_CHARACTERS;
  });
  return end < 0 ? files : files.slice(0, end);
}
