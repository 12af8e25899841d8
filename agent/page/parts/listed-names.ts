import { shownText } from '#domain/shown-text.ts';
import { m } from '../messages.ts';

/** Tutors in a sentence, each once, and how many they are; those without a name are said once, as what they are. */
export function listedNames(given: readonly (string | undefined)[]): { names: string; count: number } {
  const names = new Set(given.map((name) => shownText(name ?? '', 80) || m.aTeacher));
  return { names: new Intl.ListFormat('en', { type: 'conjunction' }).format(names), count: names.size };
}
