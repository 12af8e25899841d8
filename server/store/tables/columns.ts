/** Types of columns that many tables share. */
import type { ColumnType } from 'kysely';

/** A jsonb column. Write every value with `toJson` (database.ts), because one driver sends SQL arrays. */
export type Json<T> = ColumnType<T, string, string>;
/** A jsonb column with a default. */
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
export type CreatedAt = ColumnType<Date, Date | undefined, Date>;
export type Fields = Record<string, unknown>;
