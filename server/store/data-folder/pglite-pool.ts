/**
 * PGlite in the shape of a pool of `pg` with a single connection, so that the query builder's PostgreSQL dialect drives
 * both. A transaction holds the connection until it is released; everyone else waits. An engine that cannot go on is
 * started anew for whoever comes next, as a server of PostgreSQL does by itself: what was acknowledged is on the disk.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { createDatabaseTurns } from '../database-turns.ts';
import { type PgliteEngine, startPgliteEngine } from './pglite-engine.ts';

/** An engine that does not start, such as on a full disk, is not tried again before. */
const START_AGAIN_MS = 2_000;

/** PostgreSQL's code for a server that is starting (`cannot_connect_now`). */
const notStarted = (cause: unknown) =>
  Object.assign(new Error(`The database does not open again: ${(cause as Error).message}`, { cause }), {
    code: '57P03',
  });

/** Rejects with the thread's own error if the folder holds no database that opens. */
export async function createPglitePool(directory: string): Promise<PostgresPool> {
  const turns = createDatabaseTurns(1);
  let engine = await startPgliteEngine(directory);
  let failed: { at: number; error: Error } | undefined;
  let isClosed = false;

  /** For the holder of the connection only. */
  async function workingEngine(): Promise<PgliteEngine> {
    if (isClosed || !engine.isBroken()) return engine;
    if (failed && performance.now() - failed.at < START_AGAIN_MS) throw failed.error;
    try {
      engine = await startPgliteEngine(directory);
      failed = undefined;
      return engine;
    } catch (cause) {
      failed = { at: performance.now(), error: notStarted(cause) };
      throw failed.error;
    }
  }

  function createClient({ ask }: PgliteEngine, release: () => void): PostgresPoolClient {
    return {
      // Cursors are an optional of `pg` that nothing here uses, hence the narrower implementation.
      query: ((sql: string, parameters: readonly unknown[]) =>
        ask<PostgresQueryResult<unknown>>({ sql, parameters })) as PostgresPoolClient['query'],
      release,
    };
  }

  return {
    async connect() {
      const { release } = await turns.take();
      try {
        return createClient(await workingEngine(), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    async end() {
      isClosed = true;
      turns.refuse(new Error('The store is closed'));
      await engine.end();
    },
  };
}
