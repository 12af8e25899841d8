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

/** The admin realm hears of no change: whether a runner is connected is asked again. */
const ASK_AGAIN_MS = 10_000;

/** The site runners of the tenant, for super admins. */
export const siteRunnersQuery = () =>
  queryOptions({
    queryKey: ['site-runners'],
    queryFn: ({ signal }) => getPaged('/site-runners', siteRunnerSchema, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });

/** The token of a runner, read anew each time that it is shown, and kept no longer than that. */
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

/** Makes a runner with all the client roles that there are. Throws AppError. */
export async function createSiteRunner(
  fields: Pick<SiteRunnerBody, 'name' | 'siteId'>,
): Promise<NewRunnerToken> {
  const roles = await getPaged('/client-roles', clientRoleSchema);
  const body: SiteRunnerBody = { ...fields, roles: roles.map(({ id }) => id) };
  return postAndRead('/site-runners', body, newRunnerTokenSchema);
}

/** Answers the runner as the platform has it now. Throws AppError. */
export const saveSiteRunner = (id: string, body: SiteRunnerBody): Promise<SiteRunner> =>
  putAndRead(pathOf(id), body, siteRunnerSchema);

export const deleteSiteRunner = (id: string): Promise<void> => deleteDocument(pathOf(id));

/** The token of before opens nothing any more, and the program that has it is disconnected. */
export const replaceRunnerToken = (id: string): Promise<NewRunnerToken> =>
  postAndRead(`${pathOf(id)}/tokens/rotate`, {}, newRunnerTokenSchema);
