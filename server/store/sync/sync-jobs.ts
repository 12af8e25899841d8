/** The jobs of a tenant that import from directories. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { SyncJob, SyncJobBody } from '#protocol/rest/sync-job.ts';
import { SYNC_FREQUENCY } from '#protocol/rest/sync-job.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { SyncJobTable } from '../tables/sync-tables.ts';

export type JobKey = { tenant: string; jobId: string };
/** The settings of a job for a run. For a preview of an unsaved job `jobId` is empty. */
export type JobSettings = JobKey &
  Pick<SyncJobBody, 'integrationId' | 'siteId' | 'tagId' | 'directorySettings' | 'importSettings'>;

export type SyncJobs = {
  /** Sorted by name. */
  list(tenant: string): Promise<Omit<SyncJob, 'run'>[]>;
  find(key: JobKey): Promise<Omit<SyncJob, 'run'> | undefined>;
  /** Returns the id. */
  add(tenant: string, body: SyncJobBody): Promise<string>;
  /** False: the job does not exist. A new target or directory detaches the imported rows from the job. */
  change(key: JobKey, body: SyncJobBody): Promise<boolean>;
  /** Imported rows stay. False: the job does not exist. */
  remove(key: JobKey): Promise<boolean>;
};

export function createSyncJobs(db: Kysely<Database>): SyncJobs {
  const jobs = (tenant: string) => inTenant(db, tenant).selectFrom('sync_jobs').selectAll();
  return {
    list: async (tenant) => (await jobs(tenant).orderBy('name').orderBy('id').execute()).map(toJob),

    async find({ tenant, jobId }) {
      const row = await jobs(tenant).where('id', '=', jobId).executeTakeFirst();
      return row && toJob(row);
    },

    async add(tenant, body) {
      const id = randomUUID();
      await db
        .insertInto('sync_jobs')
        .values({ tenant, id, ...columnsOf(body) })
        .execute();
      return id;
    },

    change: ({ tenant, jobId }, body) =>
      db.transaction().execute(async (trx) => {
        const before = await inTenant(trx, tenant)
          .selectFrom('sync_jobs')
          .select(['integration_id', 'site_id', 'tag_id'])
          .where('id', '=', jobId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) return false;
        const columns = columnsOf(body);
        await inTenant(trx, tenant)
          .updateTable('sync_jobs')
          .set(columns)
          .set((is) => ({ version: is('version', '+', 1) }))
          .where('id', '=', jobId)
          .execute();
        const isElsewhere =
          before.integration_id !== columns.integration_id ||
          before.site_id !== columns.site_id ||
          before.tag_id !== columns.tag_id;
        if (isElsewhere)
          for (const table of ['sync_items', 'sync_role_links', 'sync_group_permissions'] as const)
            await trx.deleteFrom(table).where('tenant', '=', tenant).where('job_id', '=', jobId).execute();
        return true;
      }),

    async remove({ tenant, jobId }) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('sync_jobs')
        .where('id', '=', jobId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function columnsOf(body: SyncJobBody) {
  return {
    name: body.name,
    enabled: body.enabled,
    frequency: body.frequency,
    integration_id: body.integrationId,
    site_id: body.siteId,
    tag_id: body.tagId,
    directory_settings: toJson(body.directorySettings),
    import_settings: toJson(body.importSettings),
  };
}

function toJob(row: Selectable<SyncJobTable>): Omit<SyncJob, 'run'> {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    frequency: SYNC_FREQUENCY,
    integrationId: row.integration_id,
    siteId: row.site_id,
    tagId: row.tag_id,
    directorySettings: row.directory_settings,
    importSettings: row.import_settings,
    lastRan: row.last_ran?.toISOString() ?? null,
    mergeStatus: row.merge_status,
  };
}
