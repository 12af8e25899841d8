/** The runs of jobs for display. */

import type { Kysely, Selectable } from 'kysely';
import type { SyncRun } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { SyncRunTable } from '../tables/sync-tables.ts';
import type { JobKey } from './sync-jobs.ts';
import { KEPT_RUNS } from './sync-runs.ts';

export type SyncHistory = {
  /** Runs that have not ended, by job. */
  open(tenant: string): Promise<ReadonlyMap<string, SyncRun>>;
  /** Runs of one job, newest first. */
  list(key: JobKey): Promise<SyncRun[]>;
};

export function createSyncHistory(db: Kysely<Database>): SyncHistory {
  return {
    async open(tenant) {
      const rows = await inTenant(db, tenant)
        .selectFrom('sync_runs')
        .selectAll()
        .where('ended_at', 'is', null)
        .execute();
      return new Map(rows.map((row) => [row.job_id, toRun(row)]));
    },

    async list({ tenant, jobId }) {
      const rows = await inTenant(db, tenant)
        .selectFrom('sync_runs')
        .selectAll()
        .where('job_id', '=', jobId)
        .orderBy('asked_at', 'desc')
        .limit(KEPT_RUNS)
        .execute();
      return rows.map(toRun);
    },
  };
}

function toRun(row: Selectable<SyncRunTable>): SyncRun {
  return {
    id: row.id,
    cause: row.cause,
    askedAt: row.asked_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome,
    ...(row.human_error !== null && { humanError: row.human_error }),
    read: row.read_count,
    added: row.added_count,
    changed: row.changed_count,
    removed: row.removed_count,
  };
}
