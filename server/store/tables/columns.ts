/** Types of columns that many tables share. */
import type { ColumnType } from 'kysely';

/**
 * A jsonb column. Use `toJson` (database.ts) for every value, because the two drivers treat arrays
 * differently (one sends an SQL array).
 */
export type Json<T> = ColumnType<T, string, string>;
/** A jsonb column with a default. */
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;
export type Fields = Record<string, unknown>;
