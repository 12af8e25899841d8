import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  type SyncJob,
  type SyncJobBody,
  type SyncPreview,
  syncJobSchema,
  syncPreviewSchema,
  syncRunListSchema,
} from '#protocol/rest/sync-job.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead } from '../http.ts';

const FAST_POLL_INTERVAL_MS = 2_000;
const POLL_INTERVAL_MS = 30_000;
const idSchema = v.object({ id: v.string() });
const pathOf = (id: string, rest = '') => `/syncs/${encodeURIComponent(id)}${rest}`;

/** The tenant's jobs. The admin realm has no notifications, so they are polled, faster while one runs. */
export const syncJobsQuery = () =>
  queryOptions({
    queryKey: ['syncs'],
    queryFn: ({ signal }) => getPaged('/syncs', syncJobSchema, { signal }),
    // Always stale, because a job is edited in its current state.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ run }) => run !== undefined) ? FAST_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  });

/** The newest runs of a job. */
export const syncRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['syncs', id, 'runs'],
    queryFn: ({ signal }) => getDocument(pathOf(id, '/runs'), syncRunListSchema, { signal }),
  });

/** All throw AppError: `not-found` if the job was deleted meanwhile, `invalid` if it was refused. */
export async function saveSyncJob(id: string | undefined, job: SyncJobBody): Promise<string> {
  const saved =
    id === undefined
      ? await postAndRead('/syncs', job, idSchema)
      : await putAndRead(pathOf(id), job, idSchema);
  return saved.id;
}

/** Starts a run in the background. `confirmedRemoval`: the number of removals that the user confirmed. */
export async function runSyncJob(id: string, confirmedRemoval?: number): Promise<void> {
  const body = confirmedRemoval === undefined ? {} : { confirmedRemoval };
  await postAndRead(pathOf(id, '/run'), body, idSchema);
}

export async function stopSyncJob(id: string): Promise<void> {
  await postAndRead(pathOf(id, '/stop'), {}, idSchema);
}

export const deleteSyncJob = (id: string): Promise<void> => deleteDocument(pathOf(id));

/** Previews a run of the saved job, or of a job to save. Throws `conflict` for an unreadable directory. */
export const previewSyncJob = (
  { id, job }: { id: string | undefined; job: SyncJobBody },
  signal: AbortSignal,
): Promise<SyncPreview> =>
  postAndRead(id === undefined ? '/syncs/preview' : pathOf(id, '/preview'), job, syncPreviewSchema, {
    signal,
  });

/** The writable fields of a job. */
export const bodyOfJob = (job: SyncJob): SyncJobBody => ({
  name: job.name,
  enabled: job.enabled,
  frequency: job.frequency,
  integrationId: job.integrationId,
  siteId: job.siteId,
  tagId: job.tagId,
  directorySettings: job.directorySettings,
  importSettings: job.importSettings,
});
