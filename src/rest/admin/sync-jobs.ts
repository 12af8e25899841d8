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

const POLL_MS = 2_000;
const REST_MS = 30_000;
const idSchema = v.object({ id: v.string() });
const pathOf = (id: string, rest = '') => `/syncs/${encodeURIComponent(id)}${rest}`;

/** The jobs of the tenant. Nobody tells the admin realm of changes: it looks again, sooner while a job runs. */
export const syncJobsQuery = () =>
  queryOptions({
    queryKey: ['syncs'],
    queryFn: ({ signal }) => getPaged('/syncs', syncJobSchema, { signal }),
    // A job is edited as it is now, not as it was when the screen was last shown.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ run }) => run !== undefined) ? POLL_MS : REST_MS),
  });

/** The newest runs of a job. */
export const syncRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['syncs', id, 'runs'],
    queryFn: ({ signal }) => getDocument(pathOf(id, '/runs'), syncRunListSchema, { signal }),
  });

/** All of these throw AppError: `not-found` where somebody else has deleted the job, `invalid` where the platform refuses it. */
export async function saveSyncJob(id: string | undefined, job: SyncJobBody): Promise<string> {
  const saved =
    id === undefined
      ? await postAndRead('/syncs', job, idSchema)
      : await putAndRead(pathOf(id), job, idSchema);
  return saved.id;
}

/** Begins in the background. `confirmedRemoval`: so many may be removed. */
export async function runSyncJob(id: string, confirmedRemoval?: number): Promise<void> {
  const body = confirmedRemoval === undefined ? {} : { confirmedRemoval };
  await postAndRead(pathOf(id, '/run'), body, idSchema);
}

export async function stopSyncJob(id: string): Promise<void> {
  await postAndRead(pathOf(id, '/stop'), {}, idSchema);
}

export const deleteSyncJob = (id: string): Promise<void> => deleteDocument(pathOf(id));

/** What a run would do. `job`: as it is now where it is saved, or as it would be saved. Also `conflict`: why the directory cannot be read. */
export const previewSyncJob = (
  { id, job }: { id: string | undefined; job: SyncJobBody },
  signal: AbortSignal,
): Promise<SyncPreview> =>
  postAndRead(id === undefined ? '/syncs/preview' : pathOf(id, '/preview'), job, syncPreviewSchema, {
    signal,
  });

/** What is sent of a job. */
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
