import { queryOptions } from '@tanstack/react-query';
import { userSchema } from '#protocol/rest/user.ts';
import { getPaged } from './http.ts';

/** The people of the site; for maintainers. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: ({ signal }) => getPaged('/users', userSchema, { signal }),
  });
