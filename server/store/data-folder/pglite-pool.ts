/**
 * PGlite in its thread, in the shape of a pool of `pg` with a single connection, so that the query builder's
 * PostgreSQL dialect drives both. A transaction holds the connection until it is released; everyone else waits.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

type Reply = { id: number; value?: unknown; error?: { message: string } };
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

/** The id of the thread's first message: it has opened the database, or failed to. */
const STARTED = 0;
/**
 * How long a query may wait for the connection. A query outside a transaction that is awaited inside one
 * would wait for ever: this turns the mistake into an error.
 */
const CONNECTION_WAIT_MS = 30_000;

/** PostgreSQL's code for a failure of the engine itself (`internal_error`). */
const threadEnded = () => Object.assign(new Error('The database thread has ended'), { code: 'XX000' });

/** Node's types leave this one to those of browsers, which the platform does not have. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/**
 * Compiled once for the whole process: to compile the engine, and again to optimise what of it runs often, takes two
 * thirds of the time of opening a database. A process that opens many after each other does that for the first.
 */
let compiled: Promise<object> | undefined;

function engine(): Promise<object> {
  compiled ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
    return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
  })();
  return compiled;
}

/** Rejects with the thread's own error if the folder holds no database that opens. */
export async function createPglitePool(directory: string): Promise<PostgresPool> {
  const thread = new Worker(new URL('./pglite-thread.mjs', import.meta.url), {
    workerData: { directory, engine: await engine() },
    // Loaders of the main thread (tsx, vitest) are of no use to it and cost time.
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let broken: Error | undefined;
  let nextId = 1;

  const giveUp = (error: Error) => {
    broken ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const started = new Promise<void>((resolve, reject) => {
    waiting.set(STARTED, { resolve, reject });
  });
  thread.on('message', ({ id, value, error }: Reply) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    // The stack of the thread says nothing; the caller's own comes from the query builder.
    if (error) caller?.reject(Object.assign(new Error(error.message), error));
    else caller?.resolve(value as never);
  });
  thread.on('error', giveUp);
  thread.on('exit', () => giveUp(threadEnded()));
  try {
    await started;
  } catch (error) {
    await thread.terminate();
    throw error;
  }

  function ask<T>(request: Record<string, unknown>): Promise<T> {
    if (broken) return Promise.reject(broken);
    const id = nextId++;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ ...request, id });
    });
  }

  const queue: { start: () => void; refuse: (error: Error) => void }[] = [];
  let held = false;

  function connect(): Promise<PostgresPoolClient> {
    if (!held) {
      held = true;
      return Promise.resolve(createClient());
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(place), 1);
        reject(
          new Error('No database connection became free: is a query awaited inside another transaction?'),
        );
      }, CONNECTION_WAIT_MS);
      const place = {
        start: () => {
          clearTimeout(timer);
          resolve(createClient());
        },
        refuse: (error: Error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      queue.push(place);
    });
  }

  function release(): void {
    const next = queue.shift();
    if (next) next.start();
    else held = false;
  }

  function createClient(): PostgresPoolClient {
    let released = false;
    return {
      // Cursors are an optional of `pg` that nothing here uses, hence the narrower implementation.
      query: ((sql: string, parameters: readonly unknown[]) =>
        ask<PostgresQueryResult<unknown>>({ sql, parameters })) as PostgresPoolClient['query'],
      release: () => {
        if (released) return;
        released = true;
        release();
      },
    };
  }

  return {
    connect,
    async end() {
      for (const { refuse } of queue.splice(0)) refuse(new Error('The store is closed'));
      if (!broken) await ask({ close: true });
      broken ??= new Error('The store is closed');
      await thread.terminate();
    },
  };
}
