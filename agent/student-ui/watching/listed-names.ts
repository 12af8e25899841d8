import { shownText } from '#domain/shown-text.ts';
import { m } from '../messages.ts';

/** Lists tutors in a sentence, each once, and counts them. All tutors without a name are listed as one. */
export function listedNames(given: readonly (string | undefined)[]): { names: string; count: number } {
  const names = new Set(given.map((name) => shownText(name ?? '', 80) || m.aTeacher));
  return { names: new Intl.ListFormat('en', { type: 'conjunction' }).format(names), count: names.size };
}
