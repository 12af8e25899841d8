import type { PostgresPool } from 'kysely';
import type { StoreError } from './store-error.ts';

/** A database that is open: its connections, and what ends it. */
export type Backing = {
  pool: PostgresPool;
  /** To be called after the migrations have been applied: the data folder holds a whole database. */
  settled(): Promise<void>;
  /** What a failed first query says about the database; undefined where it says nothing. */
  diagnose(error: unknown): StoreError | undefined;
  release(): Promise<void>;
};
