/** Order and search of groups, for the navigation, the switcher and the home redirect. */
import { searchSpellings } from '../lists/search-text.ts';

export type SearchableGroup = { id: string; title: string };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Alphabetical, with case ignored and numbers by value: "7A" before "10B". */
function compareTitles(a: SearchableGroup, b: SearchableGroup): number {
  return collator.compare(a.title, b.title) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** How well a title matches a query; 0 is the best. Undefined: no match. */
function rank(title: string, query: string): number | undefined {
  if (title === query) return 0;
  if (title.startsWith(query)) return 1;
  if (title.includes(query)) return 2;
  // Several words in any order: "math 7a" finds "7A Mathematics".
  const queryWords = query.split(/\s+/);
  const words = title.split(/[^\p{L}\p{N}]+/u);
  if (queryWords.every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (queryWords.every((part) => words.some((word) => word.includes(part)))) return 4;
  return undefined;
}

/**
 * An empty query returns all groups: favourites first, then alphabetical. Otherwise the matching groups are
 * ordered by exact match, prefix, substring, word prefix and word substring. Ties are ordered by favourites,
 * shorter name, then alphabetically.
 */
export function searchGroups<G extends SearchableGroup>(
  groups: readonly G[],
  query: string,
  favourites: ReadonlySet<string>,
): G[] {
  const favouriteFirst = (a: G, b: G) => Number(favourites.has(b.id)) - Number(favourites.has(a.id));
  const querySpellings = searchSpellings(query);
  if (querySpellings[0] === '')
    return [...groups].sort((a, b) => favouriteFirst(a, b) || compareTitles(a, b));
  return groups
    .flatMap((group) => {
      const spellings = searchSpellings(group.title);
      const ranks = spellings.flatMap((title) => querySpellings.flatMap((each) => rank(title, each) ?? []));
      return ranks.length === 0 ? [] : [{ group, found: Math.min(...ranks) }];
    })
    .sort(
      (a, b) =>
        a.found - b.found ||
        favouriteFirst(a.group, b.group) ||
        a.group.title.length - b.group.title.length ||
        compareTitles(a.group, b.group),
    )
    .map(({ group }) => group);
}
