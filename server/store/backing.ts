import type { PostgresPool } from 'kysely';
import type { StoreError } from './store-error.ts';

/** Where the rows are, and what ends it. */
export type Backing = {
  pool: PostgresPool;
  /** After the migrations have been applied: the folder holds a whole database. */
  settled(): Promise<void>;
  /** What a failed first query says about the database, where it says anything. */
  diagnose(error: unknown): StoreError | undefined;
  release(): Promise<void>;
};
