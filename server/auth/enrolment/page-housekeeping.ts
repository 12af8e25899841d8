/** Every hour, removes the student pages of all sites that were not used for `unusedDays`. */

import type { Kysely } from 'kysely';
import type { Change } from '#base/changes.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { removeUnusedPages } from './page-devices.ts';

export type PageHousekeepingDeps = {
  db: Kysely<Database>;
  unusedDays: number;
  publish(change: Change): void;
  clock(): EpochMs;
  /** See `removal-clock.ts`. */
  removalClock(): EpochMs;
  /** Called with the number of pages after some were removed. */
  removed(pages: number): void;
  failed(error: unknown): void;
};

export type PageHousekeeping = {
  /** Runs one clean-up now. */
  clean(): Promise<void>;
  /** Cleans up now and then every hour. */
  start(): void;
  /** Resolves when a running clean-up has finished. */
  stop(): Promise<void>;
};

const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

export function createPageHousekeeping(deps: PageHousekeepingDeps): PageHousekeeping {
  const { db, unusedDays, publish, clock, removalClock, failed } = deps;
  let timer: NodeJS.Timeout | undefined;
  let cleaning = Promise.resolve();

  async function clean(): Promise<void> {
    const at = clock();
    const removed = await removeUnusedPages(db, new Date(removalClock() - unusedDays * DAY_MS));
    for (const { tenant, site, deviceId } of removed)
      publish({ tenant, site, resource: 'devices', id: deviceId, change: 'deleted', at });
    if (removed.length > 0) deps.removed(removed.length);
  }
  function cleanNow(): void {
    cleaning = clean().catch(failed);
  }

  return {
    clean,
    start() {
      cleanNow();
      timer = setInterval(cleanNow, CLEANUP_INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await cleaning;
    },
  };
}
