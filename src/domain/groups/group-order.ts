/** The order of groups, for the navigation, the switcher and the home redirect. */
export type OrderedGroup = { id: string; title: string };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Alphabetical as a person expects: case ignored, "7A" before "10B". */
export function compareTitles(a: OrderedGroup, b: OrderedGroup): number {
  return collator.compare(a.title, b.title) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Favourites first. */
export const compareFavourites = (
  a: OrderedGroup,
  b: OrderedGroup,
  favourites: ReadonlySet<string>,
): number => Number(favourites.has(b.id)) - Number(favourites.has(a.id));

/** Favourites first, then alphabetical. */
export const orderGroups = <G extends OrderedGroup>(
  groups: readonly G[],
  favourites: ReadonlySet<string>,
): G[] => [...groups].sort((a, b) => compareFavourites(a, b, favourites) || compareTitles(a, b));
