/** Restores a backup into a database, completely or not at all, in one transaction. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { StartFailure } from '#base/start-failure.ts';
import type { Database } from '../database.ts';
import { applyMigrations, migrationNumbers } from '../migrate.ts';
import type { BackupRow } from './backup-lines.ts';
import { type CatalogTable, MIGRATIONS_TABLE, readCatalog } from './catalog.ts';
import { type BackupVisitor, DamagedBackup, type ReadBackup } from './read-backup.ts';

export type RestoreDeps = {
  db: Kysely<Database>;
  /** Reads the whole backup; each call yields the same. */
  read(visitor?: BackupVisitor): Promise<ReadBackup>;
  /** The target may hold data, which is deleted. */
  replace: boolean;
  /** Name of the target in messages. */
  place: string;
  writePicture(key: string, bytes: Buffer, type: string): Promise<void>;
};

export type Restored = {
  backup: ReadBackup;
  /** Keys of pictures that existed before the restore and have no row any more. */
  unusedPictures: readonly string[];
};

/** Rows are inserted in batches because PostgreSQL limits the size of a statement. */
const MAX_ROWS = 200;
const MAX_CHARACTERS = 1_000_000;

/** Throws `StartFailure` or `DamagedBackup`; then the database is unchanged. */
export async function restoreBackup(deps: RestoreDeps): Promise<Restored> {
  const { db, read } = deps;
  // The first pass writes nothing, so that a damaged backup is rejected before existing data is deleted.
  const backup = await read();
  await refuseNewer(backup);
  const unusedPictures = await db.transaction().execute(async (trx) => {
    const former = await empty(trx, deps);
    await applyMigrations(trx, (number) => backup.migrations.includes(number));
    const catalog = await readCatalog(trx);
    const links = await withoutLinks(trx, catalog);
    for (const { name } of catalog)
      if (name !== MIGRATIONS_TABLE) await sql`delete from ${sql.table(name)}`.execute(trx);
    await fill(trx, catalog, deps);
    for (const { table, name, definition } of links)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        trx,
      );
    for (const { name } of catalog)
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
    // Upgrade an older backup to this version.
    await applyMigrations(trx, () => true);
    // Keep pictures that the backup names but does not contain: this copy may be the only one left.
    const named = new Set(await pictureKeys(trx));
    return former.filter((key) => !named.has(key));
  });
  return { backup, unusedPictures };
}

async function pictureKeys(trx: Transaction<Database>): Promise<string[]> {
  const rows = await trx.selectFrom('media').select('storage_key').distinct().execute();
  return rows.map(({ storage_key }) => storage_key);
}

async function refuseNewer({ migrations, version }: ReadBackup): Promise<void> {
  const known = new Set(await migrationNumbers());
  if (migrations.every((number) => known.has(number))) return;
  throw new StartFailure(
    `The backup is of a newer version (${version}), whose tables this one does not know: restore it with that version. Nothing was changed.`,
  );
}

/** Returns the keys of the pictures that existed. */
async function empty(
  trx: Transaction<Database>,
  { replace, place }: Pick<RestoreDeps, 'replace' | 'place'>,
): Promise<string[]> {
  const catalog = await readCatalog(trx);
  if (catalog.length === 0) return [];
  if (!replace) {
    throw new StartFailure(
      `There is a database already in ${place}: restore into an empty one, or add --replace, which throws away everything that it holds. Nothing was changed.`,
    );
  }
  const pictures = catalog.some(({ name }) => name === 'media') ? await pictureKeys(trx) : [];
  await sql`drop table ${sql.join(catalog.map(({ name }) => sql.table(name)))} cascade`.execute(trx);
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  `.execute(trx);
  for (const { name } of rows) await sql`drop function ${sql.raw(name)} cascade`.execute(trx);
  const domains = await sql<{ name: string }>`
    select t.oid::regtype::text as name from pg_type t
    where t.typtype = 'd' and t.typnamespace = current_schema()::regnamespace
  `.execute(trx);
  for (const { name } of domains.rows) await sql`drop domain ${sql.raw(name)} cascade`.execute(trx);
  return pictures;
}

type Link = { table: string; name: string; definition: string };

/** Drops foreign keys, because tables refer to each other in circles and rows arrive in any order. */
async function withoutLinks(trx: Transaction<Database>, catalog: readonly CatalogTable[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
  `.execute(trx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  for (const { name } of catalog) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
  return rows;
}

async function fill(
  trx: Transaction<Database>,
  catalog: readonly CatalogTable[],
  deps: RestoreDeps,
): Promise<void> {
  const tables = new Map(catalog.map((table) => [table.name, table]));
  let current: { name: string; columns: CatalogTable['columns'] } | undefined;
  let waiting: BackupRow[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    if (current && waiting.length > 0) await insert(trx, current, waiting);
    waiting = [];
    characters = 0;
  }

  await deps.read({
    async table(name, columns) {
      await flush();
      const known = tables.get(name);
      current = {
        name,
        columns: columns.map((column) => {
          const found = known?.columns.find((each) => each.name === column);
          if (!found)
            throw new DamagedBackup(
              `It has a table ${name} with ${column}, which its version does not have.`,
            );
          return found;
        }),
      };
    },
    async row(row) {
      waiting.push(row);
      characters += row.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      if (waiting.length >= MAX_ROWS || characters >= MAX_CHARACTERS) await flush();
    },
    async picture(key, type, bytes) {
      await flush();
      // Each picture gets a new key, so a failed restore only leaves files that no row refers to.
      await deps.writePicture(key, bytes, type);
    },
  });
  await flush();
}

async function insert(
  trx: Transaction<Database>,
  { name, columns }: CatalogTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = sql.join(columns.map(({ type }, at) => sql`(each->>${sql.lit(at)})::${sql.raw(type)}`));
  await sql`
    insert into ${sql.table(name)} (${names})
    select ${values} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as each
  `.execute(trx);
}
