/** The sites and tags of the tenant. The shell imports this module too, to restore them from a copy. */
import { queryOptions } from '@tanstack/react-query';
import { byName } from '#domain/lists/sort-text.ts';
import { type Site, siteSchema, type Tag, tagSchema } from '#protocol/rest/site.ts';
import { getPaged } from './http.ts';

/** The admin realm receives no change notifications, so these are read again when the tab regains focus. */
export const FOLLOWS_FOCUS = { refetchOnWindowFocus: 'always' } as const;

const named = <Item extends { name: string }>(items: readonly Item[]): Item[] => items.toSorted(byName);
const namedTree = (sites: readonly Site[]): Site[] =>
  named(sites).map((site) => ({ ...site, subnodes: namedTree(site.subnodes) }));

/** The tenant's sites as a tree, by name on each level. */
export const sitesQuery = () =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['sites'],
    queryFn: ({ signal }) => getPaged('/sites', siteSchema, { signal }),
    select: namedTree,
  });

/** The tags that sites refer to by id, by name. */
export const tagsQuery = () =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['tags'],
    queryFn: ({ signal }) => getPaged('/tags', tagSchema, { signal }),
    select: named<Tag>,
  });
