/**
 * PGlite behind the interface of a `pg` pool with a single connection, so that Kysely's PostgreSQL dialect
 * drives both. A transaction holds the connection until it is released; other callers wait. An engine that
 * has failed is restarted for the next caller, as a PostgreSQL server restarts itself. Committed data is on
 * the disk.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { createDatabaseQueue } from '../database-queue.ts';
import { type PgliteEngine, startPgliteEngine } from './pglite-engine.ts';

/** An engine that does not start, such as on a full disk, is not restarted earlier. */
const RETRY_DELAY_MS = 2_000;

/** PostgreSQL's code for a server that is starting (`cannot_connect_now`). */
const notStarted = (cause: unknown) =>
  Object.assign(new Error(`The database does not open again: ${(cause as Error).message}`, { cause }), {
    code: '57P03',
  });

/** Rejects with the thread's own error if the folder does not hold a database that opens. */
export async function createPglitePool(directory: string): Promise<PostgresPool> {
  const queue = createDatabaseQueue(1);
  let engine = await startPgliteEngine(directory);
  let failed: { at: number; error: Error } | undefined;
  let isClosed = false;

  /** Only the caller that holds the connection may use this. */
  async function workingEngine(): Promise<PgliteEngine> {
    if (isClosed || !engine.isBroken()) return engine;
    if (failed && performance.now() - failed.at < RETRY_DELAY_MS) throw failed.error;
    try {
      engine = await startPgliteEngine(directory);
      failed = undefined;
      return engine;
    } catch (cause) {
      failed = { at: performance.now(), error: notStarted(cause) };
      throw failed.error;
    }
  }

  function createClient({ request }: PgliteEngine, release: () => void): PostgresPoolClient {
    return {
      // Cursors are an optional feature of `pg` that is not used here, so the implementation is narrower.
      query: ((sql: string, parameters: readonly unknown[]) =>
        request<PostgresQueryResult<unknown>>({ sql, parameters })) as PostgresPoolClient['query'],
      release,
    };
  }

  return {
    async connect() {
      const { release } = await queue.take();
      try {
        return createClient(await workingEngine(), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    async end() {
      isClosed = true;
      queue.refuse(new Error('The store is closed'));
      await engine.end();
    },
  };
}
