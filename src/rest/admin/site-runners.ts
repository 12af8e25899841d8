import { queryOptions } from '@tanstack/react-query';
import {
  clientRoleSchema,
  type NewRunnerToken,
  newRunnerTokenSchema,
  runnerTokenSchema,
  type SiteRunner,
  type SiteRunnerBody,
  siteRunnerSchema,
} from '#protocol/rest/admin/site-runner.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead } from '../http.ts';

const pathOf = (id: string) => `/site-runners/${encodeURIComponent(id)}`;

/** Polled, because the admin realm receives no change notifications. */
const POLL_INTERVAL_MS = 10_000;

/** The site runners of the tenant, for super admins. */
export const siteRunnersQuery = () =>
  queryOptions({
    queryKey: ['site-runners'],
    queryFn: ({ signal }) => getPaged('/site-runners', siteRunnerSchema, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });

/** The token of a runner, read each time it is shown and not cached. */
export const runnerTokenQuery = ({ id, siteId }: Pick<SiteRunner, 'id' | 'siteId'>) =>
  queryOptions({
    queryKey: ['runner-tokens', siteId, id],
    queryFn: ({ signal }) =>
      getDocument(
        `/sites/${encodeURIComponent(siteId)}/tokens/${encodeURIComponent(id)}`,
        runnerTokenSchema,
        {
          signal,
        },
      ),
    gcTime: 0,
    staleTime: 0,
  });

/** Creates a runner with all existing client roles. Throws AppError. */
export async function createSiteRunner(
  fields: Pick<SiteRunnerBody, 'name' | 'siteId'>,
): Promise<NewRunnerToken> {
  const roles = await getPaged('/client-roles', clientRoleSchema);
  const body: SiteRunnerBody = { ...fields, roles: roles.map(({ id }) => id) };
  return postAndRead('/site-runners', body, newRunnerTokenSchema);
}

/** Returns the runner as saved. Throws AppError. */
export const saveSiteRunner = (id: string, body: SiteRunnerBody): Promise<SiteRunner> =>
  putAndRead(pathOf(id), body, siteRunnerSchema);

export const deleteSiteRunner = (id: string): Promise<void> => deleteDocument(pathOf(id));

/** Invalidates the previous token, and disconnects the program that uses it. */
export const replaceRunnerToken = (id: string): Promise<NewRunnerToken> =>
  postAndRead(`${pathOf(id)}/tokens/rotate`, {}, newRunnerTokenSchema);
