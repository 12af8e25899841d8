/** Kinds of columns that many tables share. */
import type { ColumnType } from 'kysely';

/**
 * A jsonb column. Written as text, because the two drivers disagree about what an array is
 * (one sends an SQL array): use `toJson` (database.ts) for every value.
 */
export type Json<T> = ColumnType<T, string, string>;
/** A jsonb column with a default. */
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** Set by default when a row is made. */
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;
export type Fields = Record<string, unknown>;
