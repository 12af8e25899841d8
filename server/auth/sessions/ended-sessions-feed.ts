/**
 * For several processes on one PostgreSQL: each reads the sessions that the others have ended. At its start a
 * process also reads earlier ends, so that a restart revives no ended session.
 */
import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { type EndedSessions, MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';

/** Every connection of an ended session must close within 5 s, in every process. */
const POLL_INTERVAL_MS = 2_000;
/** A database whose machine is gone neither answers nor refuses. */
const TIMEOUT_MS = 5_000;
const timedOut = () => new Promise<void>((resolve) => void setTimeout(resolve, TIMEOUT_MS).unref());
/** Ends may be stored slightly out of order, and the clocks of the processes differ. */
const MAX_CLOCK_SKEW_MS = 60_000;

export type EndedSessionsFeed = { stop(): Promise<void> };

/** `begunAt` is from `performance.now()`, because the machine's clock may be set. */
type Reading = { begunAt: number; done: Promise<void> };

/** Resolves when earlier ends have been read. `isShared`: other processes use this database; it is polled. */
export async function startEndedSessionsFeed(deps: {
  db: Kysely<Database>;
  ended: EndedSessions;
  isShared: boolean;
  clock: () => EpochMs;
  failed(error: unknown): void;
  pollIntervalMs?: number;
}): Promise<EndedSessionsFeed> {
  const { db, ended, clock } = deps;
  let reading: Reading | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function read(since: number): Promise<void> {
    const rows = await db
      .selectFrom('ended_sessions')
      .select(['tenant', 'family'])
      .where('ended_at', '>', new Date(since))
      .execute();
    for (const { tenant, family } of rows) ended.add(tenant, family);
  }

  await read(clock() - MAX_ACCESS_TOKEN_SECONDS * 1000);
  let readAt = clock();

  /** Overlapping reads are harmless, because an end is added only once. */
  function poll(): void {
    const begunAt = performance.now();
    if (reading) {
      if (begunAt - reading.begunAt < TIMEOUT_MS) return;
      deps.failed(new Error('The database has not answered.'));
    }
    const now = clock();
    /** False: this read has timed out and was replaced. */
    const isCurrent = (): boolean => reading === mine;
    const done = read(readAt - MAX_CLOCK_SKEW_MS)
      .then(
        () => {
          if (isCurrent()) readAt = now;
        },
        (error: unknown) => {
          if (isCurrent()) deps.failed(error);
        },
      )
      .finally(() => {
        if (isCurrent()) reading = undefined;
      });
    const mine: Reading = { begunAt, done };
    reading = mine;
  }

  if (deps.isShared) timer = setInterval(poll, deps.pollIntervalMs ?? POLL_INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      if (reading) await Promise.race([reading.done, timedOut()]);
    },
  };
}
