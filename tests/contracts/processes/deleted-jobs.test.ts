/** On a PostgreSQL server a job, or its site, is deleted while a run of it writes: each waits for the other in one order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteChanges } from '../../../server/store/sites/site-changes.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { isStillHeld } from '../../../server/store/sync/held-run.ts';
import { keepItems } from '../../../server/store/sync/sync-items.ts';
import { createSyncJobs } from '../../../server/store/sync/sync-jobs.ts';
import { createSyncRequests } from '../../../server/store/sync/sync-requests.ts';
import { createSyncRuns } from '../../../server/store/sync/sync-runs.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';

const LONG_MS = 60_000;
const TENANT = 'demo';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let store: Store;
beforeAll(async () => {
  postgres = await startPostgres();
  const log = { info: () => {}, warn: () => {} };
  store = await openStore({ databaseUrl: await postgres.newDatabase(), seed: { students: 1 }, log });
}, LONG_MS);
afterAll(async () => {
  await store?.close();
  await postgres?.close();
}, LONG_MS);

async function claimedRun(site: string) {
  const { db } = store;
  const jobId = await createSyncJobs(db).add(TENANT, {
    name: 'People',
    enabled: false,
    frequency: 12,
    integrationId: 'google-schools',
    siteId: site,
    tagId: null,
    directorySettings: { ou: '/Students', recursive: true },
    importSettings: { users: {} },
  });
  const at = new Date();
  await createSyncRequests(db).ask({ tenant: TENANT, jobId }, { tutorId: 'a', mayRemove: undefined, at });
  const run = await createSyncRuns(db).claim('this process', at, 60_000);
  if (run?.jobId !== jobId) throw new Error('another run was claimed');
  return run;
}

/** How many connections wait for a lock of another one. */
async function waiting(): Promise<number> {
  const { count } = await store.db
    .selectFrom('pg_stat_activity' as never)
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('wait_event_type' as never, '=', 'Lock' as never)
    .executeTakeFirstOrThrow();
  return Number(count);
}

it.each(['job', 'site'] as const)(
  'a %s is deleted while a run writes',
  async (what) => {
    const { db } = store;
    const sites = createSiteChanges(db);
    const made = await sites.make(TENANT, { name: `Of the ${what}`, parentId: undefined });
    if (made.name !== 'made') throw new Error(made.name);
    const site = made.id;
    const run = await claimedRun(site);
    const userId = `brought-${what}`;
    let deleted: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      expect(await isStillHeld(trx, run)).toBe(true);
      deleted =
        what === 'job'
          ? createSyncJobs(db).remove({ tenant: TENANT, jobId: run.jobId })
          : sites.remove({ tenant: TENANT, site });
      deleted.catch(() => undefined);
      await expect.poll(waiting).toBe(1);
      const user = { tenant: TENANT, site_id: site, id: userId, name: 'Brought' };
      await trx
        .insertInto('users')
        .values(user as never)
        .execute();
      const item = { id: 'native', digest: 'd', made: true, target: userId };
      await keepItems(trx, { tenant: TENANT, jobId: run.jobId }, { kind: 'users', items: [item] });
    });
    await expect(deleted).resolves.toEqual(what === 'job' ? true : { name: 'removed' });
    const still = await db.selectFrom('users').select('id').where('id', '=', userId).execute();
    expect(still).toHaveLength(what === 'job' ? 1 : 0);
  },
  LONG_MS,
);
