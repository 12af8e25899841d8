/** Writes a backup of one moment of the database and its pictures, while the platform keeps running. */

import { createHash, type Hash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreError } from '#base/store-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '../database.ts';
import {
  BACKUP_FORMAT,
  type BackupBegin,
  type BackupEnd,
  type BackupLine,
  type BackupRow,
} from './backup-lines.ts';
import { type CatalogTable, MIGRATIONS_TABLE, readCatalog, readMigrated, settleTexts } from './catalog.ts';

const BATCH_SIZE = 500;

export type WriteBackupDeps = {
  db: Kysely<Database>;
  readPicture(key: string): Promise<Buffer | undefined>;
  version: string;
  /** The encryption key in base64url, where the backup includes it. */
  key: string | undefined;
  clock: () => EpochMs;
  /** Takes a line without its end; resolves when the next line may be written. */
  write(line: string): Promise<void>;
};

export type WrittenBackup = {
  tables: number;
  rows: number;
  pictures: number;
  /** Pictures that are visible on screen and that `readPicture` did not find. */
  missing: number;
};

/** Throws `StoreError` where the database has no Lectern tables. */
export async function writeBackup(deps: WriteBackupDeps): Promise<WrittenBackup> {
  const whole = createHash('sha256');
  const put = async (line: BackupLine | BackupBegin) => {
    const text = JSON.stringify(line);
    whole.update(text).update('\n');
    await deps.write(text);
  };
  const end: Omit<BackupEnd, 'sha256'> = { tables: {}, pictures: {} };
  // One snapshot of all tables, which concurrent changes do not affect.
  const pictures = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await settleTexts(trx);
      const migrations = await readMigrated(trx);
      if (migrations.length === 0) throw new StoreError('corrupt', 'This database holds nothing of Lectern.');
      await put({
        lectern: 'backup',
        format: BACKUP_FORMAT,
        version: deps.version,
        madeAt: new Date(deps.clock()).toISOString(),
        migrations,
        keyId: await keyIdOf(trx),
      });
      const catalog = await readCatalog(trx);
      for (const table of catalog) {
        if (table.name === MIGRATIONS_TABLE) continue;
        await put({ table: table.name, columns: table.columns.map(({ name }) => name) });
        end.tables[table.name] = await putRows(trx, table, put);
      }
      return catalog.some(({ name }) => name === 'media') ? picturesOf(trx) : [];
    });
  const missing: string[] = [];
  for (const { key, type, shown } of pictures) {
    const bytes = await deps.readPicture(key);
    if (bytes === undefined) {
      // Unfinished uploads and pictures to be removed are not visible, so they are not missing.
      if (shown) missing.push(key);
      continue;
    }
    end.pictures[key] = { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    await put({ picture: key, type, base64: bytes.toString('base64') });
  }
  if (deps.key !== undefined) await put({ key: deps.key });
  await deps.write(JSON.stringify({ end: { ...end, sha256: whole.digest('hex') } }));
  const counts = Object.values(end.tables).map(({ rows }) => rows);
  return {
    tables: counts.length,
    rows: counts.reduce((sum, count) => sum + count, 0),
    pictures: Object.keys(end.pictures).length,
    missing: await stillShown(deps.db, missing),
  };
}

/** How many of `keys` are still visible: some may have been removed or replaced since the snapshot. */
async function stillShown(db: Kysely<Database>, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const shown = await db.transaction().execute(picturesOf);
  const now = new Set(shown.flatMap(({ key, shown: isShown }) => (isShown ? [key] : [])));
  return keys.filter((key) => now.has(key)).length;
}

async function putRows(
  trx: Transaction<Database>,
  { name, columns }: CatalogTable,
  put: (line: BackupRow & string[]) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  await sql`
    declare backup_rows no scroll cursor for select json_build_array(${texts})::text as line from ${sql.table(name)}
  `.execute(trx);
  const hash = createHash('sha256');
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_SIZE)} from backup_rows`.execute(trx);
    for (const { line } of rows) {
      const row = JSON.parse(line);
      hashRow(hash, row);
      await put(row);
    }
    count += rows.length;
    if (rows.length < BATCH_SIZE) break;
  }
  await sql`close backup_rows`.execute(trx);
  return { rows: count, sha256: hash.digest('hex') };
}

export const hashRow = (hash: Hash, row: BackupRow): void =>
  void hash.update(JSON.stringify(row)).update('\n');

async function keyIdOf(trx: Transaction<Database>): Promise<string | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('encryption_keys') is not null as there
  `.execute(trx);
  if (!rows[0]?.there) return null;
  return (await trx.selectFrom('encryption_keys').select('id').executeTakeFirst())?.id ?? null;
}

type PictureRow = { key: string; type: string; shown: boolean };

async function picturesOf(trx: Transaction<Database>): Promise<PictureRow[]> {
  const rows = await trx
    .selectFrom('media')
    .select(['storage_key as key', 'content_type as type'])
    // A database that was not upgraded yet has no such column.
    .select(sql<boolean>`confirmed and to_jsonb(media)->>'dropped_at' is null`.as('shown'))
    .distinctOn('storage_key')
    .orderBy('storage_key')
    .orderBy('shown', 'desc')
    .execute();
  return rows;
}
