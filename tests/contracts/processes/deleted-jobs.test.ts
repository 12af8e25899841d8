/** On a PostgreSQL server a job, or its site or tag, is deleted while a run of it writes: each waits for the other in one order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteChanges } from '../../../server/store/sites/site-changes.ts';
import { createTagChanges } from '../../../server/store/sites/tag-changes.ts';
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

type Target = { siteId: string; tagId: null } | { siteId: null; tagId: string };

async function claimedRun(target: Target) {
  const { db } = store;
  const jobId = await createSyncJobs(db).add(TENANT, {
    name: 'People',
    enabled: false,
    frequency: 12,
    integrationId: 'google-schools',
    ...target,
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
    const run = await claimedRun({ siteId: site, tagId: null });
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

it(
  'a tag is deleted while a run gives roles by it',
  async () => {
    const { db } = store;
    const tags = createTagChanges(db);
    const tag = await tags.make(TENANT, 'Of the run');
    if (tag === undefined) throw new Error('the tag is there already');
    const run = await claimedRun({ siteId: null, tagId: tag.id });
    const roles = () => db.selectFrom('role_links').where('tenant', '=', TENANT).where('tag_id', '=', tag.id);
    const role = await db
      .selectFrom('role_links')
      .select(['tutor_id', 'role_id'])
      .where('tenant', '=', TENANT)
      .limit(1)
      .executeTakeFirstOrThrow();
    let deleted: Promise<unknown> | undefined;
    await db.transaction().execute(async (trx) => {
      expect(await isStillHeld(trx, run)).toBe(true);
      deleted = tags.remove({ tenant: TENANT, tagId: tag.id });
      deleted.catch(() => undefined);
      await expect.poll(waiting).toBe(1);
      await trx
        .insertInto('role_links')
        .values({ tenant: TENANT, id: 'brought-by-tag', ...role, tag_id: tag.id } as never)
        .execute();
    });
    await expect(deleted).resolves.toBe(true);
    expect(await roles().select('id').execute()).toEqual([]);
  },
  LONG_MS,
);
