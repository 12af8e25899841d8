/** The members of a group as a list that is searched, and shown by the page (part 1 §2, §9). */

const MEMBERS_PER_PAGE = 10;

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

/** A page beyond the last one is the last one. Pages from 1. */
export function memberPage<T>(members: readonly T[], asked: number) {
  const pageCount = Math.max(1, Math.ceil(members.length / MEMBERS_PER_PAGE));
  const page = Math.min(Math.max(1, asked), pageCount);
  const end = page * MEMBERS_PER_PAGE;
  return { page, pageCount, shown: members.slice(end - MEMBERS_PER_PAGE, end) };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As a person expects a list: case ignored, numbers by value, the nameless last. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  Number(a.name === '') - Number(b.name === '') ||
  collator.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));
