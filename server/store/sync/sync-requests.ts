/** Requests of administrators or the schedule to run or stop jobs. `sync-runs.ts` claims the runs. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SYNC_FREQUENCY } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { aheadOf } from '../wrong-clock.ts';
import type { JobKey } from './sync-jobs.ts';

export type SyncRequests = {
  /** False: a run of the job is open already; there is at most one. */
  ask(key: JobKey, what: { tutorId: string; mayRemove: number | undefined; at: Date }): Promise<boolean>;
  /** Requests runs of enabled jobs whose interval has passed. */
  requestDue(at: Date): Promise<void>;
  /** False: no run is open. */
  askToStop(key: JobKey): Promise<boolean>;
};

const HOUR_MS = 3_600_000;

export function createSyncRequests(db: Kysely<Database>): SyncRequests {
  return {
    async ask({ tenant, jobId }, { tutorId, mayRemove, at }) {
      const asked = await db
        .insertInto('sync_runs')
        .columns(['tenant', 'id', 'job_id', 'job_version', 'cause', 'asked_by', 'asked_at', 'may_remove'])
        .expression((from) =>
          from
            .selectFrom('sync_jobs')
            .select((is) => [
              'tenant',
              is.val(randomUUID()).as('id'),
              'id as job_id',
              'version',
              is.val('tutor').as('cause'),
              is.val(tutorId).as('asked_by'),
              sql<Date>`${at}::timestamptz`.as('asked_at'),
              sql<number | null>`${mayRemove ?? null}::integer`.as('may_remove'),
            ])
            .where('tenant', '=', tenant)
            .where('id', '=', jobId),
        )
        .onConflict((on) => on.doNothing())
        .returning('id')
        .execute();
      return asked.length > 0;
    },

    async requestDue(at) {
      const since = new Date(at.getTime() - SYNC_FREQUENCY * HOUR_MS);
      await db
        // One statement that locks the jobs: otherwise a run that ends meanwhile would be requested again.
        .with('due', (from) =>
          from
            .selectFrom('sync_jobs')
            .select(['tenant', 'id', 'version'])
            .where('enabled', '=', true)
            .where((is) =>
              is.or([
                is('last_ran', 'is', null),
                is('last_ran', '<=', since),
                is('last_ran', '>', aheadOf(at)),
              ]),
            )
            .forUpdate(),
        )
        .insertInto('sync_runs')
        .columns(['tenant', 'id', 'job_id', 'job_version', 'cause', 'asked_at'])
        .expression((from) =>
          from
            .selectFrom('due')
            .select((is) => [
              'tenant',
              sql<string>`gen_random_uuid()::text`.as('run_id'),
              'id as job_id',
              'version',
              is.val('schedule').as('cause'),
              sql<Date>`${at}::timestamptz`.as('asked_at'),
            ]),
        )
        .onConflict((on) => on.doNothing())
        .execute();
    },

    async askToStop({ tenant, jobId }) {
      const rows = await inTenant(db, tenant)
        .updateTable('sync_runs')
        .set({ stop_asked: true })
        .where('job_id', '=', jobId)
        .where('ended_at', 'is', null)
        .returning('id')
        .execute();
      return rows.length > 0;
    },
  };
}
