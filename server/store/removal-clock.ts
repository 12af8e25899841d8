/**
 * The time that decides whether rows are old enough to be removed: logs, unused student pages, expired
 * sessions and sign-ins, and images without a group. The removal clock follows the platform's clock, but not
 * its errors, because removed rows do not come back when the clock is right again:
 * - After a jump of more than a week the removal clock stands still until the platform has run for a day. An
 *   operator notices a wrong clock in that time, and after holidays a day more does no harm.
 * - The removal clock advances by at most a day for each hour that the platform runs.
 * - When the platform's clock goes back, the removal clock follows immediately.
 */

import { type Kysely, sql } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from './database.ts';

export type RemovalClock = {
  /** Never later than the clock of the platform. */
  now(): EpochMs;
  /** Resolves when the step under way is stored. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export type RemovalClockDeps = {
  db: Kysely<Database>;
  clock: () => EpochMs;
  warn(text: string): void;
  failed(error: unknown): void;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const INTERVAL_MS = HOUR_MS;

/** `seenAt`: the platform's clock at the last step. `waitMs`: remaining time until `at` advances. */
type State = { at: EpochMs; seenAt: EpochMs; waitMs: number };

function nextState({ at, seenAt, waitMs }: State, now: number): State {
  if (now <= at) return { at: now, seenAt: now, waitMs: 0 };
  const isFar = now - at > WEEK_MS;
  if (isFar && now - seenAt > WEEK_MS) return { at, seenAt: now, waitMs: DAY_MS };
  // The time while the platform was stopped does not count.
  const ranMs = Math.min(Math.max(now - seenAt, 0), INTERVAL_MS);
  const leftMs = isFar ? Math.max(0, waitMs - ranMs) : 0;
  const paceMs = leftMs > 0 ? 0 : ranMs * (DAY_MS / HOUR_MS);
  return { at: Math.min(now, at + paceMs), seenAt: now, waitMs: leftMs };
}

/** Takes a step immediately and then every hour. Rejects where the database cannot be read. */
export async function openRemovalClock({ db, clock, warn, failed }: RemovalClockDeps): Promise<RemovalClock> {
  let at = await step();
  let stepping = Promise.resolve();
  const timer = setInterval(() => {
    stepping = step().then((next) => {
      at = next;
    }, failed);
  }, INTERVAL_MS).unref();

  /** Several processes share the row; each continues from the last step of any of them. */
  async function step(): Promise<number> {
    const now = clock();
    return db.transaction().execute(async (trx) => {
      await sql`insert into removal_clock (at, seen_at, wait_ms)
        select newest, newest, 0 from (select least(${new Date(now)}::timestamptz, greatest(
          (select max(logged_time) from resource_logs), (select max(logged_time) from tutor_action_logs)
        )) as newest) as logs
        where not exists (select from removal_clock) on conflict do nothing`.execute(trx);
      const row = await trx.selectFrom('removal_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
      const before = { at: row.at.getTime(), seenAt: row.seen_at.getTime(), waitMs: Number(row.wait_ms) };
      const next = nextState(before, now);
      if (Math.abs(now - before.seenAt) > WEEK_MS) warn(jumpText(now - before.seenAt));
      await trx
        .updateTable('removal_clock')
        .set({ at: new Date(next.at), seen_at: new Date(next.seenAt), wait_ms: next.waitMs })
        .execute();
      return next.at;
    });
  }

  return {
    now: () => Math.min(at, clock()),
    settled: () => stepping,
    async stop() {
      clearInterval(timer);
      await stepping;
    },
  };
}

const jumpText = (ms: number): string =>
  ms < 0
    ? `The clock is ${Math.round(-ms / DAY_MS)} days behind the time at which the platform last ran: check the clock of this machine`
    : `The clock is ${Math.round(ms / DAY_MS)} days ahead of the time at which the platform last ran: nothing is removed for its age until the platform has run for a day; if the platform did not pause, set the clock right before then`;
