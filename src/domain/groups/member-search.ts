/** The members of a group as a list that is searched. */

/** How a member is found: by its name, or by the name of its device. */
export type Searchable = { name: string; deviceName?: string | undefined };

/** Case does not matter; nothing asked for is everything. */
export function searchMembers<T extends Searchable>(members: readonly T[], query: string): readonly T[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return members;
  return members.filter(
    ({ name, deviceName }) =>
      name.toLowerCase().includes(wanted) || Boolean(deviceName?.toLowerCase().includes(wanted)),
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As a person expects a list: case ignored, numbers by value, the nameless last. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  Number(a.name === '') - Number(b.name === '') ||
  collator.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));
