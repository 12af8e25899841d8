import { queryOptions } from '@tanstack/react-query';
import { siteSchema, tagSchema } from '#protocol/rest/site.ts';
import { getPaged } from './http.ts';

/** The tenant's sites as a tree (admin realm). */
export const sitesQuery = () =>
  queryOptions({
    queryKey: ['sites'],
    queryFn: ({ signal }) => getPaged('/sites', siteSchema, { signal }),
  });

/** The tags that sites refer to by id. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => getPaged('/tags', tagSchema, { signal }),
  });
