/** A store with the demo tenant, a directory in memory, and processes that run jobs with a fake clock. */
import { sql } from 'kysely';
import type { Change } from '#base/changes.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { ImportSettings, SyncJobBody, SyncRun } from '#protocol/rest/sync-job.ts';
import { openTestStore } from '#store/fakes/open-test-store.ts';
import { createSyncHistory } from '#store/sync/sync-history.ts';
import { createSyncJobs, type JobKey } from '#store/sync/sync-jobs.ts';
import { createSyncs, type Syncs } from '../syncs.ts';
import { createFakeDirectory } from './fake-directory.ts';

const TENANT = 'demo';
const START_MS = Date.UTC(2026, 0, 5, 8);
const STEP_MS = 1_000;

export type SyncWorld = Awaited<ReturnType<typeof openSyncWorld>>;

export async function openSyncWorld() {
  const store = await openTestStore('pglite', 30);
  // The demo's jobs must not run.
  await store.db.updateTable('sync_jobs').set({ enabled: false }).execute();
  const directory = createFakeDirectory();
  /** Waits until queued callers got the database connection, even if the database is slow. */
  const settle = async () => {
    await settleTasks();
    await sql`select 1`.execute(store.db);
  };
  const clock = createFakeClock({ startMs: START_MS, settle });
  const published: Change[] = [];
  const failures: unknown[] = [];
  const endedFamilies: string[] = [];
  const processes: Syncs[] = [];
  const jobs = createSyncJobs(store.db);

  /** A process of the platform; with a clock of its own it can stand still while others continue. */
  function startProcess(own = clock): Syncs {
    const syncs = createSyncs({
      db: store.db,
      directories: directory.directories,
      clock: own,
      quiet: async () => {},
      publish: (change) => void published.push(change),
      endFamily: async (_tenant, family) => void endedFamilies.push(family),
      failed: (error) => void failures.push(error),
    });
    processes.push(syncs);
    return syncs;
  }
  const syncs = startProcess();

  const ask = (key: JobKey, mayRemove?: number) =>
    syncs.requests.ask(key, { tutorId: 'tutor-admin', mayRemove, at: new Date(clock.now()) });

  /** Advances the clock until no run is active. */
  async function finish(of: Syncs = syncs): Promise<void> {
    let isDone = false;
    const done = of.engine.idle().then(() => {
      isDone = true;
    });
    while (!isDone) await clock.advance(STEP_MS);
    await done;
  }
  const newest = async (key: JobKey) => (await createSyncHistory(store.db).list(key))[0];

  return {
    store,
    db: store.db,
    directory: directory.at,
    clock,
    published,
    failures,
    endedFamilies,
    syncs,
    jobs,
    startProcess,
    ask,
    finish,
    newest,
    addJob: async (settings: ImportSettings, more: Partial<SyncJobBody> = {}): Promise<JobKey> => ({
      tenant: TENANT,
      jobId: await jobs.add(TENANT, jobBody(settings, more)),
    }),
    async run(key: JobKey, mayRemove?: number): Promise<SyncRun | undefined> {
      await ask(key, mayRemove);
      await syncs.engine.look();
      await finish();
      clock.jump(STEP_MS);
      return newest(key);
    },
    /** Names of people that only the directory can have created. */
    async people(site = 'riverside'): Promise<string[]> {
      const rows = await store.db
        .selectFrom('users')
        .select('name')
        .where('site_id', '=', site)
        .where('email', 'like', '%@new.example')
        .orderBy('name')
        .execute();
      return rows.map(({ name }) => name);
    },
    async close() {
      for (const each of processes) await each.engine.stop();
      await store.dispose();
    },
  };
}

export const jobBody = (importSettings: ImportSettings, more: Partial<SyncJobBody> = {}): SyncJobBody => ({
  integrationId: 'google-schools',
  name: 'Job',
  enabled: true,
  frequency: 12,
  siteId: 'riverside',
  tagId: null,
  directorySettings: { ou: '/Students', recursive: true },
  importSettings,
  ...more,
});
