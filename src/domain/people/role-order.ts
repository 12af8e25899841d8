/** Order in which roles are displayed. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Sorts by the names that people read. */
export const byRoleName = (one: { friendlyName: string }, other: { friendlyName: string }): number =>
  collator.compare(one.friendlyName, other.friendlyName);
