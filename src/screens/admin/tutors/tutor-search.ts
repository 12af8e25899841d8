import { searchFor } from '#domain/lists/search-text.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';

export const tutorText = ({ name, primaryEmail }: Tutor, column: string): string =>
  column === 'email' ? primaryEmail : (name ?? '');

/** Matches the name or the address. */
export function searchTutors(tutors: readonly Tutor[], query: string): readonly Tutor[] {
  const finds = searchFor(query);
  return tutors.filter(({ name, primaryEmail }) => finds(name, primaryEmail));
}
