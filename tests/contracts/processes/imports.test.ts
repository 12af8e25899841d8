/** Imports of several processes: on one PostgreSQL server a job that is due runs once; one that was killed is gone on with. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { SyncJobBody, SyncRun } from '#protocol/rest/sync-job.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { createSyncHistory } from '../../../server/store/sync/sync-history.ts';
import { createSyncJobs } from '../../../server/store/sync/sync-jobs.ts';
import { createFakeDirectory, person } from '../../../server/sync/fakes/fake-directory.ts';
import { createSyncs, type Syncs } from '../../../server/sync/syncs.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';
import { makeSchool, startImportingPlatform } from '../../support/processes/importing-platform.ts';
import { adminSession, ask } from '../../support/tutors/platform-session.ts';

const LONG_MS = 120_000;
const LOOK_MS = 30_000;
const SITE = { tenant: 'demo', site: 'hillcrest' };
const job = (name: string): SyncJobBody => ({
  name,
  enabled: true,
  frequency: 12,
  integrationId: 'google-schools',
  siteId: SITE.site,
  tagId: null,
  directorySettings: { ou: '/Students', recursive: true },
  importSettings: { users: {} },
});

/** How many of the site's people the directory has brought. */
const broughtPeople = async ({ db }: Pick<Store, 'db'>, domain: string) => {
  const { count } = await db
    .selectFrom('users')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('tenant', '=', SITE.tenant)
    .where('site_id', '=', SITE.site)
    .where('email', 'like', `%@${domain}`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, LONG_MS);
afterAll(() => postgres?.close());

it(
  'two processes on one PostgreSQL server run each job that is due once',
  async () => {
    const databaseUrl = await postgres.newDatabase();
    const log = { info: () => {}, warn: () => {} };
    const open = () => openStore({ databaseUrl, seed: { students: 1 }, log });
    const stores = [await open(), await open()] as const;
    const [{ db }] = stores;
    await db.updateTable('sync_jobs').set({ enabled: false }).execute();
    const jobs = createSyncJobs(db);
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const ids = await Promise.all(names.map((name) => jobs.add(SITE.tenant, job(name))));
    const { at, directories } = createFakeDirectory();
    at.people = ['a', 'b', 'c', 'd'].map((id) => person(id));
    const clock = createFakeClock({ startMs: Date.UTC(2026, 0, 5, 8), settle: settleTasks });
    const ended: string[] = [];
    const failures: unknown[] = [];
    const processes: Syncs[] = stores.map((store) =>
      createSyncs({
        db: store.db,
        directories,
        clock,
        quiet: async () => {},
        publish: () => {},
        endFamily: async () => {},
        ended: (outcome) => void ended.push(outcome),
        failed: (error) => void failures.push(error),
      }),
    );
    for (const { engine } of processes) engine.start();
    // Both look for what is due in the same moment, and again while it runs.
    clock.jump(LOOK_MS);
    const history = createSyncHistory(db);
    const runs = async () => (await Promise.all(ids.map((jobId) => history.list({ ...SITE, jobId })))).flat();
    await expect.poll(() => ended.length, { timeout: LOOK_MS }).toBe(ids.length);
    clock.jump(LOOK_MS);
    for (const { engine } of processes) await engine.idle();

    expect(failures).toEqual([]);
    const found = await runs();
    expect(found.map(({ outcome, cause, read }) => [outcome, cause, read])).toEqual(
      names.map(() => ['done', 'schedule', 4]),
    );
    // Of one site: whoever came first has brought them.
    expect(found.reduce((sum, { added }) => sum + added, 0)).toBe(4);
    expect(at.reads).toBe(2 * ids.length);
    expect(await broughtPeople({ db }, 'new.example')).toBe(4);
    for (const { engine } of processes) await engine.stop();
    for (const store of stores) await store.close();
  },
  LONG_MS,
);

type Reachable = Pick<Platform, 'origin'>;

async function administrator(platform: Reachable) {
  const { accessToken } = await adminSession(platform, 'admin@demo.example');
  async function call<T>(path: string, body?: object): Promise<T> {
    const answer = await ask(`${platform.origin('demo')}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'tenant-key': 'demo',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as T;
  }
  return {
    add: async (body: SyncJobBody) => (await call<{ id: string }>('/syncs', body)).id,
    run: (id: string) => call(`/syncs/${id}/run`, {}),
    newest: async (id: string) => (await call<SyncRun[]>(`/syncs/${id}/runs`))[0],
  };
}

it(
  'a platform that is killed in the middle of an import goes on with it when it is started again, and removes nobody',
  async () => {
    const { dataDir, remove } = await takeDataFolder();
    const [before, after] = [
      { people: 0, pageMs: 0 },
      { people: 1_200, pageMs: 400 },
    ];
    const killed = await startImportingPlatform(dataDir);
    await killed.become(before);
    const first = await administrator(killed);
    const id = await first.add({ ...job('People'), enabled: false });
    await first.run(id);
    await expect.poll(() => first.newest(id), { timeout: LONG_MS }).toMatchObject({ outcome: 'done' });
    const brought = (await first.newest(id))?.added ?? 0;
    expect(brought).toBeGreaterThan(100);
    await killed.become(after);
    await first.run(id);
    await expect
      .poll(async () => (await first.newest(id))?.added ?? 0, { timeout: LONG_MS, interval: 20 })
      .toBeGreaterThan(0);
    expect(await first.newest(id)).toMatchObject({ endedAt: null });
    await killed.kill();

    // As after more than the time for which the killed one had taken the run.
    const clock = () => Date.now() + 90_000;
    const platform = await createPlatform(testOptions({ dataDir, students: 0 }), { clock });
    makeSchool(platform, { ...after, pageMs: 0 });
    const { store, standIns } = platform;
    const again = await administrator(platform);
    const left = await again.newest(id);
    // What it has counted is what is there.
    expect(left).toMatchObject({ endedAt: null, removed: 0 });
    expect(await broughtPeople(store, 'riverside.example')).toBe(brought + (left?.added ?? 0));
    expect(left?.added).toBeLessThan(after.people - before.people);

    await again.run(id);
    await expect
      .poll(() => again.newest(id), { timeout: LONG_MS })
      .toMatchObject({
        id: left?.id,
        outcome: 'done',
        added: after.people - before.people,
        removed: 0,
      });
    expect(await broughtPeople(store, 'riverside.example')).toBe(brought + after.people - before.people);
    // The pages that the killed one had written are not read once more.
    const pages = standIns.google?.calls.filter((call) => call.includes('/users?')) ?? [];
    expect(pages[0]).toContain('pageToken=');
    await platform.close();
    await remove();
  },
  LONG_MS,
);
