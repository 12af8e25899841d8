import type { Tutor } from '#protocol/rest/tutor.ts';

export const tutorText = ({ name, primaryEmail }: Tutor, column: string): string =>
  column === 'email' ? primaryEmail : (name ?? '');

/** By name or address. */
export function searchTutors(tutors: readonly Tutor[], query: string): readonly Tutor[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return tutors;
  return tutors.filter(({ name, primaryEmail }) =>
    [name ?? '', primaryEmail].some((text) => text.toLowerCase().includes(wanted)),
  );
}
