/** The import jobs of this platform: their engine, and the functions for REST. */
import type { Kysely } from 'kysely';
import type { Change } from '#base/changes.ts';
import { workFor } from '#base/work-owner.ts';
import type { Directories } from '#directories/directories.ts';
import type { Clock } from '#protocol/clock.ts';
import { kindOf } from '#protocol/rest/sync-job.ts';
import type { Database } from '#store/database.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import { createSyncRequests, type SyncRequests } from '#store/sync/sync-requests.ts';
import { createSyncRuns } from '#store/sync/sync-runs.ts';
import { createPreviewSync, type PreviewOutcome } from './preview-sync.ts';
import { createRunSync } from './run-sync.ts';
import { createSyncEngine, type SyncEngine, type SyncEngineDeps } from './sync-engine.ts';
import { createWorkQueue } from './work-queue.ts';

export type SyncsDeps = {
  db: Kysely<Database>;
  directories: Directories;
  clock: Clock;
  publish(change: Change): void;
  endFamily(tenant: string, family: string): Promise<void>;
  /** Called for each run that this process has ended. */
  ended?(outcome: string): void;
  failed: SyncEngineDeps['failed'];
  quiet(maxMs: number): Promise<void>;
};

export type Syncs = {
  requests: SyncRequests;
  engine: SyncEngine;
  preview(job: JobSettings): Promise<PreviewOutcome>;
};

export function createSyncs(deps: SyncsDeps): Syncs {
  const { db, directories, clock, endFamily, ended, failed, quiet } = deps;
  // Reads that the change causes in other parts are not background work.
  const publish = (change: Change) => workFor('platform', () => deps.publish(change));
  const runs = createSyncRuns(db);
  const requests = createSyncRequests(db);

  /** Added people and devices are in no group yet, so they do not change permissions. */
  function announce(job: JobSettings, change: 'added' | 'removed'): void {
    const { tenant, siteId } = job;
    const kind = kindOf(job.importSettings);
    const changed = { tenant, at: clock.now(), change: 'updated' as const };
    if (kind === 'tutors') {
      // A tag has many sites, so the change has no site, and all connections are checked.
      for (const resource of ['rolelinks', 'tutors']) publish({ ...changed, resource });
      return;
    }
    if (siteId === null) return;
    const onSite = { ...changed, site: siteId };
    const reachUnchanged = change === 'added' && kind !== 'groups';
    publish({ ...onSite, resource: kind, ...(reachUnchanged && { reachUnchanged: true }) });
    if (kind === 'groups') publish({ ...onSite, resource: 'users', reachUnchanged: true });
    else if (change === 'removed')
      for (const resource of ['groups', 'policies']) publish({ ...onSite, resource, reachUnchanged: true });
  }

  const queueWork = createWorkQueue(quiet);
  const runSync = createRunSync({ db, directories, clock, queueWork, endFamily, announce });
  return {
    requests,
    engine: createSyncEngine({ runs, requests, runSync, clock, ended, failed }),
    preview: createPreviewSync({ db, directories }),
  };
}
