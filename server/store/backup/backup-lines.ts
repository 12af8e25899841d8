/**
 * Format of a backup: a compressed file of JSON lines. The first line describes the backup. Then follow
 * tables, each with its rows, and pictures. The last line holds the count and hash of each of them and the
 * hash of all lines before it, so that truncation and changes are detected.
 */
import * as v from 'valibot';

export const BACKUP_FORMAT = 1;

export const beginSchema = v.object({
  lectern: v.literal('backup'),
  format: v.number(),
  /** Version of Lectern that made the backup. */
  version: v.string(),
  madeAt: v.string(),
  /** Numbers of the migrations that were applied to its database. */
  migrations: v.array(v.pipe(v.number(), v.integer())),
  /** Id of the key that encrypts the backup's secrets; null: there is none. */
  keyId: v.nullable(v.string()),
});
export type BackupBegin = v.InferOutput<typeof beginSchema>;

/** Values in PostgreSQL's text form: numbers are not rounded, and JSON null differs from SQL null. */
export type BackupRow = readonly (string | null)[];

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const endSchema = v.object({
  tables: v.record(v.string(), v.object({ rows: v.number(), sha256: hash })),
  pictures: v.record(v.string(), v.object({ bytes: v.number(), sha256: hash })),
  sha256: hash,
});
export type BackupEnd = v.InferOutput<typeof endSchema>;

export const lineSchema = v.union([
  v.array(v.nullable(v.string())),
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ picture: v.string(), type: v.string(), base64: v.string() }),
  v.object({ key: v.string() }),
  v.object({ end: endSchema }),
]);
export type BackupLine = v.InferOutput<typeof lineSchema>;
