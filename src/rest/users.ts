import { queryOptions } from '@tanstack/react-query';
import { type SiteUser, siteUserSchema, userSchema } from '#protocol/rest/user.ts';
import { type DirectoryListSource, directoryListQuery } from './directory-list.ts';
import { deleteDocument, getDocument, getPaged, getPages } from './http.ts';

const path = (id: string) => `/users/${encodeURIComponent(id)}`;

/** All users of the site; for maintainers. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: ({ signal }) => getPaged('/users', userSchema, { signal }),
  });

/** One user of the site, if this tutor may access it. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => getDocument(path(id), userSchema, { signal }),
  });

export const siteUsers: DirectoryListSource<SiteUser> = {
  resource: 'users',
  pages: (read) => getPages('/users', siteUserSchema, read),
  one: (id, read) => getDocument(path(id), siteUserSchema, read),
};

/** The users of the site, page by page; for maintainers. */
export const siteUsersQuery = () => directoryListQuery(siteUsers);

/** Throws AppError. */
export const deleteUser = (id: string): Promise<void> => deleteDocument(path(id));
