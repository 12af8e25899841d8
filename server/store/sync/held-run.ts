/** Progress of a run. Each transaction checks that this process holds the run, and stores the progress. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { JobSettings } from './sync-jobs.ts';
import type { ClaimedRun, RunKey } from './sync-runs.ts';

export type HeldRun = {
  job: JobSettings;
  /** The job was changed since the run began to read, or its directory was deleted. */
  isOutdated: boolean;
  /** The job was disabled, and the run was started by the schedule. */
  isOff: boolean;
  stopAsked: boolean;
  listed: boolean;
  cursor: string | undefined;
  /** Items of the job before the run; undefined: the run has not begun. */
  importedBefore: number | undefined;
  mayRemove: number;
  pages: number;
  /** Counts of the whole run, including those of a process that was killed. */
  counted: Counts;
};

/** Valid for the rest of the transaction. False: the run is lost, over, outdated or to be stopped. */
export async function isStillHeld(
  trx: Transaction<Database>,
  { tenant, runId, jobId, holder }: ClaimedRun,
): Promise<boolean> {
  // Lock the job before the run, in the same order as a deletion of the job, because items refer to the job.
  await sql`select from sync_jobs where tenant = ${tenant} and id = ${jobId} for key share`.execute(trx);
  const { rows } = await sql`
    select from sync_runs run where tenant = ${tenant} and id = ${runId} and holder = ${holder}
      and ended_at is null and not stop_asked
      and exists (select from sync_jobs job
        join integrations on integrations.tenant = ${tenant} and integrations.id = job.integration_id
        where job.tenant = ${tenant} and job.id = run.job_id and job.version = run.job_version)
    for update`.execute(trx);
  return rows.length > 0;
}

/** Undefined: another process has the run, or it is over, or its job was deleted. */
export async function holdRun(
  trx: Transaction<Database>,
  { tenant, runId, holder }: ClaimedRun,
): Promise<HeldRun | undefined> {
  const row = await trx
    .selectFrom('sync_runs as run')
    .innerJoin('sync_jobs as job', (join) =>
      join.onRef('job.tenant', '=', 'run.tenant').onRef('job.id', '=', 'run.job_id'),
    )
    .select([
      'run.job_id',
      'run.job_version',
      'run.cause',
      'run.stop_asked',
      'run.cursor',
      'run.listed',
      'run.brought_before',
      'run.may_remove',
      'run.added_count',
      'run.changed_count',
      'run.removed_count',
      'job.version',
      'job.enabled',
      'job.integration_id',
      'job.site_id',
      'job.tag_id',
      'job.directory_settings',
      'job.import_settings',
    ])
    .leftJoin('integrations', (join) =>
      join
        .onRef('integrations.tenant', '=', 'job.tenant')
        .onRef('integrations.id', '=', 'job.integration_id'),
    )
    .select('integrations.id as directory')
    .select((of) =>
      of
        .selectFrom('sync_pages')
        .select((is) => is.fn.max('page').as('page'))
        .where('tenant', '=', tenant)
        .where('run_id', '=', runId)
        .as('last_page'),
    )
    .where('run.tenant', '=', tenant)
    .where('run.id', '=', runId)
    .where('run.holder', '=', holder)
    .where('run.ended_at', 'is', null)
    .forUpdate('run')
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    job: {
      tenant,
      jobId: row.job_id,
      integrationId: row.integration_id,
      siteId: row.site_id,
      tagId: row.tag_id,
      directorySettings: row.directory_settings,
      importSettings: row.import_settings,
    },
    isOutdated: row.version !== row.job_version || row.directory === null,
    isOff: !row.enabled && row.cause === 'schedule',
    stopAsked: row.stop_asked,
    listed: row.listed,
    cursor: row.cursor ?? undefined,
    importedBefore: row.brought_before ?? undefined,
    mayRemove: row.may_remove ?? 0,
    pages: row.last_page === null ? 0 : row.last_page + 1,
    counted: { added: row.added_count, changed: row.changed_count, removed: row.removed_count },
  };
}

/**
 * Restarts reading with the current settings of the job. Rows already written stay and are recognised. The
 * confirmed number of removals becomes invalid if the settings have changed.
 */
export async function beginRun(trx: Transaction<Database>, run: ClaimedRun): Promise<void> {
  const { tenant, runId, jobId } = run;
  await inTenant(trx, tenant).deleteFrom('sync_pages').where('run_id', '=', runId).execute();
  await sql`
    update sync_runs set cursor = null, listed = false, read_count = 0,
      job_version = (select version from sync_jobs where tenant = ${tenant} and id = ${jobId}),
      may_remove = case when job_version =
        (select version from sync_jobs where tenant = ${tenant} and id = ${jobId}) then may_remove end,
      brought_before = coalesce(brought_before,
        (select count(*) from sync_items where tenant = ${tenant} and job_id = ${jobId}))
    where tenant = ${tenant} and id = ${runId}`.execute(trx);
}

export type Counts = { added: number; changed: number; removed: number };

export async function countIn(
  trx: Transaction<Database>,
  { tenant, runId }: ClaimedRun,
  { added, changed, removed }: Counts,
): Promise<void> {
  if (added + changed + removed === 0) return;
  await sql`
    update sync_runs set added_count = added_count + ${added}, changed_count = changed_count + ${changed},
      removed_count = removed_count + ${removed}
    where tenant = ${tenant} and id = ${runId}`.execute(trx);
}

/** Marks a page as written. `next`: address of the next page; undefined: it was the last. */
export async function notePage(
  trx: Transaction<Database>,
  { tenant, runId }: ClaimedRun,
  page: { number: number; ids: readonly string[]; next: string | undefined },
): Promise<void> {
  await trx
    .insertInto('sync_pages')
    .values({ tenant, run_id: runId, page: page.number, native_ids: toJson(page.ids) })
    .execute();
  await sql`
    update sync_runs set cursor = ${page.next ?? null}, listed = ${page.next === undefined},
      read_count = read_count + ${page.ids.length}
    where tenant = ${tenant} and id = ${runId}`.execute(trx);
}

/** Pages that one statement reads; other queries wait meanwhile. */
const PAGES = 5;

/** The directory's ids of all items that the run has read. */
export async function idsRead(db: Kysely<Database>, { tenant, runId }: RunKey): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let from = 0; ; from += PAGES) {
    const pages = await inTenant(db, tenant)
      .selectFrom('sync_pages')
      .select('native_ids')
      .where('run_id', '=', runId)
      .where('page', '>=', from)
      .where('page', '<', from + PAGES)
      .execute();
    for (const page of pages) for (const id of page.native_ids) ids.add(id);
    if (pages.length < PAGES) return ids;
  }
}
