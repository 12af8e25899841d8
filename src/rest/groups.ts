import { queryOptions } from '@tanstack/react-query';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { getPaged } from './http.ts';

/** Every group that the platform lets this tutor read. Visibility by hostname is decided in the tab. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: ['groups'],
    queryFn: async ({ signal }) => (await getPaged('/groups', groupSchema, { signal })).map(toGroup),
  });
