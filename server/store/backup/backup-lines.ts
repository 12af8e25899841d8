/**
 * What a backup is: a file of JSON lines, compressed. The first says what it is of; then come tables, each followed by
 * its rows, and pictures; the last one has the count and the hash of each and of everything before it, so that a file
 * which was cut or changed anywhere is known.
 */
import * as v from 'valibot';

export const BACKUP_FORMAT = 1;

export const beginSchema = v.object({
  lectern: v.literal('backup'),
  format: v.number(),
  /** Of the program that made it. */
  version: v.string(),
  madeAt: v.string(),
  /** The numbers of the migrations that its database has seen. */
  migrations: v.array(v.pipe(v.number(), v.integer())),
  /** The id of the key that secrets in it are encrypted with; null: there is none. */
  keyId: v.nullable(v.string()),
});
export type BackupBegin = v.InferOutput<typeof beginSchema>;

/** Every value as PostgreSQL writes it as text: nothing is rounded, and a JSON null is not an SQL one. */
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
