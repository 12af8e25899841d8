/** Import jobs of the tenant: super admins create, preview and run them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { kindOf, type SyncJobBody, syncJobBodySchema, syncRunBodySchema } from '#protocol/rest/sync-job.ts';
import { refuseSyncJob } from '#store/sync/refuse-sync-job.ts';
import { createSyncHistory } from '#store/sync/sync-history.ts';
import { createSyncJobs, type JobKey, type JobSettings } from '#store/sync/sync-jobs.ts';
import { directoryFailure } from '../../sync/sync-failure.ts';
import { noteSubject } from '../logs/log-changes.ts';
import { pageIn } from '../page-in.ts';
import type { IdRoute } from '../site-reach.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerSyncRoutes(app: FastifyInstance, scope: AdminScope): void {
  const { db, administrator, clock } = scope;
  const { requests, engine, preview } = scope.syncs;
  const jobs = createSyncJobs(db);
  const history = createSyncHistory(db);
  const config = { administrator: 'superAdmin' } as const;
  const keyOf = (request: FastifyRequest<IdRoute>): JobKey => ({
    tenant: administrator(request).tenant,
    jobId: request.params.id,
  });

  async function bodyOf(request: FastifyRequest): Promise<SyncJobBody> {
    const body = parseBody(syncJobBodySchema, request.body);
    const refusal = await refuseSyncJob(db, administrator(request).tenant, body);
    if (refusal)
      throw new AppError('invalid', `${refusal.field}: ${refusal.why}`, { detail: { field: refusal.field } });
    return body;
  }

  async function previewed(job: JobSettings) {
    const outcome = await preview(job);
    if (outcome.name === 'preview') return outcome.preview;
    throw new AppError('conflict', directoryFailure(outcome, job));
  }

  app.get('/syncs', { config }, async (request) => {
    const { tenant } = administrator(request);
    const [list, open] = await Promise.all([jobs.list(tenant), history.open(tenant)]);
    const withRuns = list.map((job) => ({ ...job, run: open.get(job.id) }));
    return pageIn(request, withRuns);
  });

  app.post('/syncs', { config }, async (request) => {
    const { tenant } = administrator(request);
    const id = await jobs.add(tenant, await bodyOf(request));
    noteSubject(request, { resourceId: id });
    return { id };
  });

  app.put<IdRoute>('/syncs/:id', { config }, async (request) => {
    const key = keyOf(request);
    const body = await bodyOf(request);
    const now = await jobs.find(key);
    if (!now) throw noSuch();
    if (whatIsImported(now) !== whatIsImported(body))
      throw new AppError('invalid', 'A job keeps what it imports.', {
        detail: { field: 'importSettings' },
      });
    if (!(await jobs.change(key, body))) throw noSuch();
    return { id: key.jobId };
  });

  app.delete<IdRoute>('/syncs/:id', { config }, async (request) => {
    const key = keyOf(request);
    if (!(await jobs.remove(key))) throw noSuch();
    return { id: key.jobId };
  });

  app.post<IdRoute>('/syncs/:id/run', { config }, async (request) => {
    const key = keyOf(request);
    const { tutorId } = administrator(request);
    const { confirmedRemoval } = parseBody(syncRunBodySchema, request.body ?? {});
    if (!(await jobs.find(key))) throw noSuch();
    // A current run notices by itself that the job has changed.
    const isAccepted = await requests.ask(key, {
      tutorId,
      mayRemove: confirmedRemoval,
      at: new Date(clock()),
    });
    if (!isAccepted && confirmedRemoval !== undefined)
      throw new AppError(
        'conflict',
        'A run of this job goes on already. Look at the preview again when it has ended.',
      );
    void engine.look();
    return { id: key.jobId };
  });

  app.post<IdRoute>('/syncs/:id/stop', { config }, async (request) => {
    const key = keyOf(request);
    if (!(await requests.askToStop(key))) throw new AppError('conflict', 'No run of this job goes on.');
    return { id: key.jobId };
  });

  app.get<IdRoute>('/syncs/:id/runs', { config }, async (request) => {
    const key = keyOf(request);
    if (!(await jobs.find(key))) throw noSuch();
    return history.list(key);
  });

  const previewConfig = { ...config, changesNothing: true };
  app.post('/syncs/preview', { config: previewConfig }, async (request) => {
    const { tenant } = administrator(request);
    return previewed({ tenant, jobId: '', ...(await bodyOf(request)) });
  });

  app.post<IdRoute>('/syncs/:id/preview', { config: previewConfig }, async (request) => {
    const key = keyOf(request);
    const saved = await jobs.find(key);
    if (!saved) throw noSuch();
    // With a body, previews the job as if it were saved with that body.
    const body = request.body == null ? saved : await bodyOf(request);
    const isElsewhere =
      saved.integrationId !== body.integrationId ||
      saved.siteId !== body.siteId ||
      saved.tagId !== body.tagId;
    return previewed({ ...body, tenant: key.tenant, jobId: isElsewhere ? '' : key.jobId });
  });
}

/** A job cannot change between groups of people and groups of devices. */
const whatIsImported = ({ importSettings }: Pick<SyncJobBody, 'importSettings'>): string =>
  'groups' in importSettings ? importSettings.groups.definitionName : kindOf(importSettings);

const noSuch = () => new AppError('not-found', 'There is no such sync job.');
