import type { PostgresPool } from 'kysely';
import type { StoreError } from '#base/store-error.ts';

/** An open database: its connections and the function that closes it. */
export type Backing = {
  pool: PostgresPool;
  /** Call after the migrations have been applied, when the data folder holds a complete database. */
  settled(): Promise<void>;
  /** Converts the error of a failed first query; undefined where it does not concern the database's state. */
  diagnose(error: unknown): StoreError | undefined;
  release(): Promise<void>;
};
