/** Opens the database: the embedded one in the data folder, or one on a PostgreSQL server. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StoreError } from '#base/store-error.ts';
import { isAppError } from '#protocol/app-error.ts';
import { withAnswerLimit } from './answer-limit.ts';
import type { Backing } from './backing.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import type { Database } from './database.ts';
import { createDatabaseQueue, withQueue } from './database-queue.ts';
import { migrate } from './migrate.ts';
import { withOutages } from './outages.ts';
import { type SeedOptions, seedDatabase } from './seed/seed-database.ts';

export type Store = {
  db: Kysely<Database>;
  /** This call created the database. */
  fresh: boolean;
  /** False while a full disk refuses writes. */
  hasRoom(): boolean;
  /** Waits for running queries, flushes and releases the data folder. May be called twice. */
  close(): Promise<void>;
};

type Log = { info(message: string): void; warn(message: string): void };

export type StoreOptions = {
  /** Folder of the embedded database (in `db`), created if missing. Ignored with `databaseUrl`. */
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
  /** Time after which an open store checks whether the server still works on a query. A test changes it. */
  lookAfterMs?: number | undefined;
  /** The demo tenant, which is inserted into a fresh database only. */
  seed?: SeedOptions | undefined;
  /** Receives how long callers wait for the database. */
  watch?: StoreWatch | undefined;
  log: Log;
};

export type StoreWatch = {
  databaseWaited(seconds: number): void;
  databaseQueried(seconds: number, outcome: 'ok' | 'failed'): void;
};

const CONNECT_TIMEOUT_MS = 5_000;
/** Time after which the platform checks whether the server still works on a query. */
const CHECK_INTERVAL_MS = 30_000;
const POOL_SIZE = 10;
/** The name of the platform's connections on the database server. */
export const SERVER_CONNECTION_NAME = 'lectern';

export type OpenDatabase = Pick<Store, 'db' | 'hasRoom' | 'close'> & Pick<Backing, 'settled' | 'diagnose'>;

/** Opens a database of any version; throws like `openStore`. */
export async function openDatabase(options: Omit<StoreOptions, 'seed'>): Promise<OpenDatabase> {
  const backing = options.databaseUrl
    ? await openServer(options.databaseUrl, options)
    : await openDataFolder(requireDataDir(options));
  const { watch } = options;
  const pool = withOutages(backing.pool);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: watch ? watchedPool(pool, watch) : pool }),
    ...(watch && {
      log: ({ level, queryDurationMillis }) =>
        watch.databaseQueried(queryDurationMillis / 1_000, level === 'query' ? 'ok' : 'failed'),
    }),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= db.destroy().finally(() => backing.release());
    return closing;
  };
  return { db, hasRoom: pool.hasRoom, close, settled: backing.settled, diagnose: backing.diagnose };
}

/** Throws `StoreError`; then all resources are released and an existing database is unchanged. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { db, hasRoom, close, settled, diagnose } = await openDatabase(options);
  try {
    const { seed } = options;
    const fresh = await migrate(db, async (trx) => {
      if (seed) await seedDatabase(trx, seed);
    });
    await settled();
    if (fresh) options.log.info(seed ? 'Made the database with its demo tenant' : 'Made an empty database');
    return { db, fresh, hasRoom, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw diagnose(causeOf(error)) ?? outageAtStart(error) ?? error;
  }
}

/** The database's own error. */
const causeOf = (error: unknown) => (isAppError(error) ? error.cause : error);

/** At start there is no client that could retry, so an outage becomes a `StoreError`. */
function outageAtStart(error: unknown): StoreError | undefined {
  if (!isAppError(error)) return undefined;
  const { cause } = error;
  return new StoreError('unreachable', `The database does not answer: ${(cause as Error).message}`, {
    cause,
  });
}

function watchedPool(pool: PostgresPool, { databaseWaited }: StoreWatch): PostgresPool {
  return {
    async connect() {
      const askedAt = performance.now();
      const client = await pool.connect();
      databaseWaited((performance.now() - askedAt) / 1_000);
      return client;
    },
    end: () => pool.end(),
  };
}

function requireDataDir({ dataDir }: StoreOptions): string {
  if (!dataDir) throw new StoreError('unreadable', 'Neither a data folder nor a database address was given');
  return dataDir;
}

type ServerOptions = Pick<StoreOptions, 'lookAfterMs' | 'log'>;

async function openServer(connectionString: string, options: ServerOptions): Promise<Backing> {
  const { lookAfterMs = CHECK_INTERVAL_MS, log } = options;
  const pool = new pg.Pool({
    connectionString,
    application_name: SERVER_CONNECTION_NAME,
    max: POOL_SIZE,
    // One connection is always open, so that other processes can see that a platform runs.
    min: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Firewalls drop idle connections, such as one that waits for a long migration.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  });
  // Without a listener the loss of an idle connection would end the process; the pool opens another.
  const lost = (error: Error) => log.warn(`A database connection was lost: ${error.message}`);
  pool.on('error', lost);
  // The pool listens to idle connections only; without a listener the loss of a busy one would end the
  // process.
  pool.on('connect', (client) => client.on('error', lost));
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    // The address may hold a password, so the message does not repeat it.
    throw new StoreError('unreachable', `The database does not answer: ${(cause as Error).message}`, {
      cause,
    });
  }
  // Migrations wait for those of other processes, and such a wait cannot be checked.
  let afterMs: number | undefined;
  const limited = withAnswerLimit(pool, {
    afterMs: () => afterMs,
    isAtWork: (processId) => isAtWork(connectionString, processId),
  });
  return {
    pool: withQueue(limited, createDatabaseQueue(POOL_SIZE, CONNECT_TIMEOUT_MS)),
    settled: async () => {
      afterMs = lookAfterMs;
    },
    diagnose: () => undefined,
    release: async () => undefined,
  };
}

/** Whether that server process works on a query, or waits for another one that does. */
async function isAtWork(connectionString: string, processId: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: SERVER_CONNECTION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sql = "select from pg_stat_activity where pid = $1 and state = 'active'";
    return (await client.query(sql, [processId])).rows.length > 0;
  } catch (error) {
    // A refusal by the server means that it is alive. Network errors have codes of their own.
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
