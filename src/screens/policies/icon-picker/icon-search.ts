import { searchSpellings } from '#domain/lists/search-text.ts';

const PREFIX = 'mdi-';

/** What people read of a name: without `mdi-` and hyphens. */
export const iconTitle = (name: string): string => name.slice(PREFIX.length).replaceAll('-', ' ');

/** The names whose text after `mdi-` has the query in it; blanks are as good as hyphens. */
export function searchIcons(names: readonly string[], query: string): readonly string[] {
  const wanted = (searchSpellings(query)[0] ?? '').replace(/^mdi-/, '').replace(/\s+/g, '-');
  return wanted === '' ? names : names.filter((name) => name.includes(wanted, PREFIX.length));
}
