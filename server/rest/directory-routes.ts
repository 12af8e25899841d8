/** The people and devices of the site: all of them for group maintainers, one by one within a tutor's reach. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { pageOf } from '../store/page.ts';
import { createDirectory } from '../store/people/directory.ts';
import type { Callers } from './caller.ts';
import type { IdRoute, SiteReach } from './site-reach.ts';

export type DirectoryRoutesDeps = { db: Kysely<Database>; callers: Callers; reach: SiteReach };

export function registerDirectoryRoutes(
  app: FastifyInstance,
  { db, callers, reach }: DirectoryRoutesDeps,
): void {
  const directory = createDirectory(db);
  const pageIn = (request: FastifyRequest) => pageOf(parseBody(pageQuerySchema, request.query));

  app.get('/users', async (request) =>
    directory.users(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );

  app.get<IdRoute>('/users/:id', async (request) => {
    const { tutor, userId } = await reach.user(request);
    return directory.user(tutor, userId);
  });

  app.get('/devices', async (request) =>
    directory.devices(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );

  app.get<IdRoute>('/devices/:id', async (request) => {
    const { tutor, deviceId } = await reach.device(request);
    return directory.device(tutor, deviceId);
  });
}
