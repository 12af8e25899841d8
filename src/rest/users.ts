import { queryOptions } from '@tanstack/react-query';
import { userSchema } from '#protocol/rest/user.ts';
import { getDocument, getPaged } from './http.ts';

/** The people of the site; for maintainers. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: ({ signal }) => getPaged('/users', userSchema, { signal }),
  });

/** One of them: of those whom this tutor may reach. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => getDocument(`/users/${encodeURIComponent(id)}`, userSchema, { signal }),
  });
