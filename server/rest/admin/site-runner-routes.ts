/** Routes with which super admins set up site runners: the runners of the tenant, their roles and tokens. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addRunnerSecret, readRunnerSecret, renewRunnerSecret } from '#auth/secrets/site-secrets.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type NewRunnerToken,
  type RunnerToken,
  SITE_RUNNERS_RESOURCE,
  type SiteRunner,
  siteRunnerBodySchema,
} from '#protocol/rest/admin/site-runner.ts';
import { createSiteRunners, type RunnerRefusal } from '#store/sites/site-runners.ts';
import { unstorableIn } from '#store/storable.ts';
import { invalidField } from '../invalid-field.ts';
import { noteSubject } from '../logs/log-changes.ts';
import { pageIn } from '../page-in.ts';
import type { AdminScope } from './admin-scope.ts';

type RunnerRoute = { Params: { id: string } };
type TokenRoute = { Params: { siteId: string; runnerId: string } };

const config = { administrator: 'superAdmin' } as const;

export function registerSiteRunnerRoutes(app: FastifyInstance, deps: AdminScope): void {
  const { db, administrator, announce, encryption } = deps;
  const runners = createSiteRunners(db);
  const notifyChange = (
    request: FastifyRequest,
    change: 'created' | 'updated' | 'deleted',
    { id, site }: { id: string; site: string },
  ) =>
    announce(
      request,
      { tenant: administrator(request).tenant, site },
      { resource: SITE_RUNNERS_RESOURCE, id, change },
    );

  app.get('/site-runners', { config }, async (request) =>
    pageIn<SiteRunner>(request, await runners.list(administrator(request).tenant)),
  );
  app.get('/client-roles', { config }, async (request) =>
    pageIn<{ id: string }>(request, await runners.clientRoles(administrator(request).tenant)),
  );

  app.post('/site-runners', { config }, async (request): Promise<NewRunnerToken> => {
    const { tenant } = administrator(request);
    const fields = parseBody(siteRunnerBodySchema, request.body);
    const made = await runners.make(tenant, fields, (trx, runner) =>
      addRunnerSecret(trx, { tenant, runner }, { encryption, id: randomUUID() }),
    );
    if (made.name !== 'made') throw refusal(made);
    const { runnerId, secret } = made;
    await notifyChange(request, 'created', { id: runnerId, site: fields.siteId });
    return { runnerId, secret };
  });

  app.put<RunnerRoute>('/site-runners/:id', { config }, async (request): Promise<SiteRunner> => {
    const key = runnerOf(request);
    const fields = parseBody(siteRunnerBodySchema, request.body);
    const changed = await runners.change(key, fields);
    if (changed.name === 'gone') throw noRunner();
    if (changed.name !== 'changed') throw refusal(changed);
    // The connection belongs to the runner's former site and is closed. The runner then logs in again.
    await notifyChange(request, 'updated', { id: key.runnerId, site: changed.formerSite });
    const runner = await runners.find(key);
    if (!runner) throw noRunner();
    return runner;
  });

  app.delete<RunnerRoute>('/site-runners/:id', { config }, async (request) => {
    const key = runnerOf(request);
    const site = await runners.remove(key);
    if (site === undefined) throw noRunner();
    await notifyChange(request, 'deleted', { id: key.runnerId, site });
    return {};
  });

  app.get<TokenRoute>(
    '/sites/:siteId/tokens/:runnerId',
    { config: { ...config, isReadNoted: true } },
    async (request): Promise<RunnerToken> => {
      const { tenant } = administrator(request);
      const { siteId: site, runnerId: runner } = request.params;
      if (unstorableIn(request.params) || !(await runners.has({ tenant, site, runnerId: runner })))
        throw noRunner();
      noteSubject(request, { resourceType: 'site-runners', resourceId: runner });
      const last = await readRunnerSecret(db, { tenant, runner }, encryption);
      return { secret: last.name === 'readable' ? last.secret : null };
    },
  );

  app.post<RunnerRoute>(
    '/site-runners/:id/tokens/rotate',
    { config },
    async (request): Promise<NewRunnerToken> => {
      const key = runnerOf(request);
      const runner = await runners.find(key);
      if (!runner) throw noRunner();
      const secret = await renewRunnerSecret(db, { tenant: key.tenant, runner: runner.id }, encryption);
      // Ends the sessions of the old token. A runner with the new token reconnects by itself.
      for (const family of await runners.families(key)) await deps.endFamily(key.tenant, family);
      await notifyChange(request, 'updated', { id: runner.id, site: runner.siteId });
      return { runnerId: runner.id, secret };
    },
  );

  /** Text that the database cannot store is no runner's id, and a query with it would fail. */
  function runnerOf(request: FastifyRequest<RunnerRoute>) {
    const { id: runnerId } = request.params;
    if (unstorableIn(runnerId)) throw noRunner();
    return { tenant: administrator(request).tenant, runnerId };
  }
}

const noRunner = () => new AppError('not-found', 'There is no such site runner.');

function refusal({ name }: RunnerRefusal): AppError {
  if (name === 'taken') return invalidField('name', 'Runner name should be unique');
  if (name === 'no-site') return invalidField('siteId', 'There is no such site.');
  return invalidField('roles', 'There is no such client role.');
}
