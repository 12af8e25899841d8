/** Search of groups, for the switcher and the list of groups. */
import { searchSpellings } from '../lists/search-text.ts';
import { compareFavourites, compareTitles, type OrderedGroup, orderGroups } from './group-order.ts';

/** How well a title answers a query, 0 the best; undefined where it does not. */
function rank(title: string, query: string): number | undefined {
  if (title === query) return 0;
  if (title.startsWith(query)) return 1;
  if (title.includes(query)) return 2;
  // Several words in any order: "math 7a" finds "7A Mathematics".
  const wanted = query.split(/\s+/);
  const words = title.split(/[^\p{L}\p{N}]+/u);
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return 3;
  if (wanted.every((part) => words.some((word) => word.includes(part)))) return 4;
  return undefined;
}

/**
 * All groups for an empty query (favourites first, then alphabetical); else the matching ones by exact match,
 * prefix, substring, word prefix and word substring, ties by favourites, shorter name, then alphabetical.
 */
export function searchGroups<G extends OrderedGroup>(
  groups: readonly G[],
  query: string,
  favourites: ReadonlySet<string>,
): G[] {
  const wanted = searchSpellings(query);
  if (wanted[0] === '') return orderGroups(groups, favourites);
  return groups
    .flatMap((group) => {
      const spellings = searchSpellings(group.title);
      const ranks = spellings.flatMap((title) => wanted.flatMap((each) => rank(title, each) ?? []));
      return ranks.length === 0 ? [] : [{ group, found: Math.min(...ranks) }];
    })
    .sort(
      (a, b) =>
        a.found - b.found ||
        compareFavourites(a.group, b.group, favourites) ||
        a.group.title.length - b.group.title.length ||
        compareTitles(a.group, b.group),
    )
    .map(({ group }) => group);
}
