/** In which order roles are shown. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** By the names that people read. */
export const byRoleName = (one: { friendlyName: string }, other: { friendlyName: string }): number =>
  collator.compare(one.friendlyName, other.friendlyName);
