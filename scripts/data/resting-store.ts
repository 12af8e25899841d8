/** Opens the database of a stopped platform, for operators' commands. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { PlatformOptions } from '../../server/base/platform-options.ts';
import { StartFailure } from '../../server/base/start-failure.ts';
import { StoreError } from '../../server/base/store-error.ts';
import { openStore, SERVER_CONNECTION_NAME, type Store } from '../../server/store/store.ts';

type Where = Pick<PlatformOptions, 'dataDir' | 'databaseUrl'>;

/** Throws `StartFailure` or `StoreError`, also if there is no database or a platform uses it. */
export async function openRestingStore({ dataDir, databaseUrl }: Where): Promise<Store> {
  await refuseIfEmpty({ dataDir, databaseUrl });
  const log = { info: () => {}, warn: (message: string) => console.error(message) };
  const store = await openStore({ dataDir, databaseUrl, log }).catch((error: unknown) => {
    throw error instanceof StoreError && error.code === 'locked' ? running(error.message) : error;
  });
  await refuseIfRunning(store, { dataDir, databaseUrl });
  return store;
}

/** Throws if there is no database, because opening the embedded one would create it. */
export async function refuseIfEmpty({ dataDir, databaseUrl }: Where): Promise<void> {
  const version = join(resolve(dataDir), 'db', 'PG_VERSION');
  if (databaseUrl === undefined && !(await stat(version).catch(() => undefined)))
    throw new StartFailure(`${resolve(dataDir)} holds no database: name its folder with --data.`);
}

/** A display name of the database. Its URL may contain a password, which is omitted. */
export function placeOf({ dataDir, databaseUrl }: Where): string {
  if (databaseUrl === undefined) return `the data folder ${resolve(dataDir)}`;
  const { hostname, pathname } = new URL(databaseUrl);
  return `the PostgreSQL database ${[pathname.slice(1), hostname].filter(Boolean).join(' at ')}`.trimEnd();
}

/** Throws if a platform runs: the embedded database has a lock, and a server has open connections. */
export async function refuseIfRunning(
  { db, close }: Pick<Store, 'db' | 'close'>,
  where: Where,
): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_CONNECTION_NAME} and pid <> pg_backend_pid()
  `.execute(db);
  if (where.databaseUrl === undefined || rows[0]?.others === 0) return;
  await close();
  throw running(`${rows[0]?.others} connections of a platform to ${placeOf(where)} are open`);
}

export const running = (why: string) =>
  new StartFailure(`The platform is running (${why}): stop it first. Nothing was changed.`);
