/** Names of a tutor if only a part of the name is known. */
import { trimmedText } from '../visible-text.ts';

export type NamedTutor = {
  name?: string | null | undefined;
  primaryEmail: string;
  properties: { givenName?: string | undefined; familyName?: string | undefined };
};

/** An invited tutor has no name until the first sign-in. */
export const tutorTitle = ({ name, primaryEmail }: NamedTutor): string =>
  trimmedText(name ?? '') || primaryEmail;

/**
 * Given and family name from the directory. Otherwise the parts of the name before and behind its first
 * hyphen, because some directories write them like that.
 */
export function tutorNames(tutor: NamedTutor): { givenName: string; familyName: string } {
  const { givenName, familyName } = tutor.properties;
  if (givenName || familyName) return { givenName: givenName ?? '', familyName: familyName ?? '' };
  const [first = '', ...rest] = tutorTitle(tutor).split('-');
  return { givenName: first.trim(), familyName: rest.join('-').trim() };
}
