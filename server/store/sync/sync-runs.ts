/**
 * The runs of jobs: a queue that is shared by all processes on one database. A process holds a run while it
 * renews its lease; when the process dies, another one continues the run.
 */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { SyncOutcome } from '#protocol/rest/sync-job.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { aheadOf } from '../wrong-clock.ts';

export type RunKey = { tenant: string; runId: string };
/** A run that a process works on. */
export type ClaimedRun = RunKey & { jobId: string; holder: string };

export type Ending = { outcome: SyncOutcome; humanError?: string | undefined };

export type SyncRuns = {
  /** The oldest waiting run that no live process holds. */
  claim(holder: string, at: Date, leaseMs: number): Promise<ClaimedRun | undefined>;
  /** Renews the lease. Undefined: this process no longer holds the run, or it is over. */
  keep(run: ClaimedRun, until: Date): Promise<{ stopAsked: boolean } | undefined>;
  /** Ends the lease early, so that another process can claim the run. */
  release(run: ClaimedRun): Promise<void>;
  /** False: this process no longer held the run. */
  end(run: ClaimedRun, ending: Ending, at: Date): Promise<boolean>;
};

export function createSyncRuns(db: Kysely<Database>): SyncRuns {
  const held = ({ tenant, runId, holder }: ClaimedRun) =>
    inTenant(db, tenant)
      .updateTable('sync_runs')
      .where('id', '=', runId)
      .where('holder', '=', holder)
      .where('ended_at', 'is', null);

  return {
    async claim(holder, at, leaseMs) {
      const next = db
        .selectFrom('sync_runs')
        .select(['tenant', 'id'])
        .where('ended_at', 'is', null)
        .where((is) =>
          is.or([
            is('lease_until', 'is', null),
            is('lease_until', '<', at),
            is('lease_until', '>', aheadOf(at)),
          ]),
        )
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked();
      const row = await db
        .with('next', () => next)
        .updateTable('sync_runs')
        .from('next')
        .set((is) => ({
          holder,
          lease_until: new Date(at.getTime() + leaseMs),
          started_at: is.fn.coalesce('started_at', sql<Date>`${at}::timestamptz`),
        }))
        .whereRef('sync_runs.tenant', '=', 'next.tenant')
        .whereRef('sync_runs.id', '=', 'next.id')
        .returning(['sync_runs.tenant', 'sync_runs.id', 'sync_runs.job_id'])
        .executeTakeFirst();
      return row && { tenant: row.tenant, runId: row.id, jobId: row.job_id, holder };
    },

    async keep(run, until) {
      const row = await held(run).set({ lease_until: until }).returning('stop_asked').executeTakeFirst();
      return row && { stopAsked: row.stop_asked };
    },

    async release(run) {
      await held(run).set({ holder: null, lease_until: null }).execute();
    },

    end: (run, { outcome, humanError }, at) =>
      db.transaction().execute(async (trx) => {
        // Locks the job first, like `requestDue`, which then finds its open run.
        await inTenant(trx, run.tenant)
          .selectFrom('sync_jobs')
          .select('id')
          .where('id', '=', run.jobId)
          .forUpdate()
          .execute();
        const ended = await inTenant(trx, run.tenant)
          .updateTable('sync_runs')
          .set({ ended_at: at, outcome, human_error: humanError ?? null, holder: null, lease_until: null })
          .where('id', '=', run.runId)
          .where('holder', '=', run.holder)
          .where('ended_at', 'is', null)
          .returning('id')
          .execute();
        if (ended.length === 0) return false;
        await inTenant(trx, run.tenant).deleteFrom('sync_pages').where('run_id', '=', run.runId).execute();
        await forgetOldRuns(trx, run);
        const status = { success: outcome === 'done', ...(humanError !== undefined && { humanError }) };
        await inTenant(trx, run.tenant)
          .updateTable('sync_jobs')
          .set({ last_ran: at, merge_status: toJson(status) })
          .where('id', '=', run.jobId)
          .execute();
        return true;
      }),
  };
}

/** Number of runs in the history of a job. */
export const KEPT_RUNS = 50;

async function forgetOldRuns(
  trx: Transaction<Database>,
  { tenant, jobId }: Pick<ClaimedRun, 'tenant' | 'jobId'>,
): Promise<void> {
  await sql`
    delete from sync_runs where tenant = ${tenant} and job_id = ${jobId} and id in (
      select id from sync_runs where tenant = ${tenant} and job_id = ${jobId}
      order by asked_at desc, id offset ${KEPT_RUNS})`.execute(trx);
}
