import { searchSpellings } from '#domain/lists/search-text.ts';

const PREFIX = 'mdi-';

/** Display name of an icon: without `mdi-` and hyphens. */
export const iconTitle = (name: string): string => name.slice(PREFIX.length).replaceAll('-', ' ');

/** Names that contain the query after `mdi-`. Blanks match hyphens. */
export function searchIcons(names: readonly string[], query: string): readonly string[] {
  const needle = (searchSpellings(query)[0] ?? '').replace(/^mdi-/, '').replace(/\s+/g, '-');
  return needle === '' ? names : names.filter((name) => name.includes(needle, PREFIX.length));
}
