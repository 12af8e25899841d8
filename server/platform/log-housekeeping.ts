/** Removes events and logs older than the retention time, every hour. */

import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { removeOldLogs } from '#store/logs/log-retention.ts';

const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Runs at once, then every hour. The returned function stops it, and resolves when the run has ended. */
export function startLogHousekeeping(deps: {
  db: Kysely<Database>;
  keptDays: number;
  /** See `removal-clock.ts`. */
  removalClock(): EpochMs;
  /** Called if rows were removed. */
  removed(rows: number): void;
  failed(error: unknown): void;
}): () => Promise<void> {
  const { db, keptDays, removalClock, removed, failed } = deps;
  const stopped = new AbortController();
  let cleaning = Promise.resolve();
  const clean = () => {
    const before = new Date(removalClock() - keptDays * DAY_MS);
    cleaning = cleaning
      .then(() => removeOldLogs(db, before, { signal: stopped.signal }))
      .then((rows) => {
        if (rows > 0) removed(rows);
      })
      .catch(failed);
  };
  clean();
  const timer = setInterval(clean, CLEANUP_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await cleaning;
  };
}
