/**
 * Several processes on one PostgreSQL: each reads what the others have ended. A process that has just started also
 * learns here what was ended before, so that a restart brings no ended session back.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { type EndedSessions, MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';

/** Every connection of an ended session closes within 5 s, in every process. */
const READ_EVERY_MS = 2_000;
/** A database whose machine is gone neither answers nor refuses. */
const GIVE_UP_MS = 5_000;
const givenUp = () => new Promise<void>((resolve) => void setTimeout(resolve, GIVE_UP_MS).unref());
/** A process may store an end a moment after another one that has a later time; clocks differ too. */
const OVERLAP_MS = 60_000;

export type EndedSessionsFeed = { stop(): Promise<void> };

/** `begunAt`: of `performance.now()`, as the clock of the machine may be set. */
type Reading = { begunAt: number; done: Promise<void> };

/**
 * Resolves when what was ended before is known. `isShared`: other processes may use this database, which is then
 * read again and again. `clock`: epoch milliseconds.
 */
export async function startEndedSessionsFeed(deps: {
  db: Kysely<Database>;
  ended: EndedSessions;
  isShared: boolean;
  clock: () => number;
  failed(error: unknown): void;
  readEveryMs?: number;
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

  /** An end that is read twice is added once. */
  function readAgain(): void {
    const begunAt = performance.now();
    if (reading) {
      if (begunAt - reading.begunAt < GIVE_UP_MS) return;
      deps.failed(new Error('The database has not answered.'));
    }
    const now = clock();
    /** False: it was given up. */
    const isWanted = (): boolean => reading === mine;
    const done = read(readAt - OVERLAP_MS)
      .then(
        () => {
          if (isWanted()) readAt = now;
        },
        (error: unknown) => {
          if (isWanted()) deps.failed(error);
        },
      )
      .finally(() => {
        if (isWanted()) reading = undefined;
      });
    const mine: Reading = { begunAt, done };
    reading = mine;
  }

  if (deps.isShared) timer = setInterval(readAgain, deps.readEveryMs ?? READ_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      if (reading) await Promise.race([reading.done, givenUp()]);
    },
  };
}
