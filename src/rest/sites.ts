/** The sites and tags of the tenant. A device keeps a copy of them, so that they are read by the shell as well. */
import { queryOptions } from '@tanstack/react-query';
import { siteSchema, tagSchema } from '#protocol/rest/site.ts';
import { getPaged } from './http.ts';

/** The admin realm has no broker that would tell of changes: who comes back to the tab sees those of others. */
export const FOLLOWS_FOCUS = { refetchOnWindowFocus: 'always' } as const;

/** The tenant's sites as a tree. */
export const sitesQuery = () =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['sites'],
    queryFn: ({ signal }) => getPaged('/sites', siteSchema, { signal }),
  });

/** The tags that sites refer to by id. */
export const tagsQuery = () =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['tags'],
    queryFn: ({ signal }) => getPaged('/tags', tagSchema, { signal }),
  });
