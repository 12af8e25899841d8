/** Search among the members of a group. */
import { searchFor } from '../lists/search-text.ts';

/** The texts in which a member is found: its name and the name of its device. */
export type Searchable = { name: string; deviceName?: string | undefined };

/** An empty query finds all members. */
export function searchMembers<T extends Searchable>(members: readonly T[], query: string): readonly T[] {
  if (query.trim() === '') return members;
  const finds = searchFor(query);
  return members.filter(({ name, deviceName }) => finds(name, deviceName));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Alphabetical: case ignored, numbers by value, members without a name last. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  Number(a.name === '') - Number(b.name === '') ||
  collator.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));
