/** Queries of the rows of one tenant: a statement that begins here cannot forget the tenant. */
import type {
  DeleteQueryBuilder,
  DeleteResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { Database } from './database.ts';

/** The tables whose rows belong to a tenant. */
type TenantTable = {
  [Table in keyof Database]: Database[Table] extends { tenant: unknown } ? Table : never;
}[keyof Database];

type Row = Record<never, never>;

/** Statements of the query builder with the condition that `tenant` is the row's. */
export const inTenant = (
  db: Pick<Kysely<Database>, 'selectFrom' | 'updateTable' | 'deleteFrom'>,
  tenant: string,
) => ({
  selectFrom<Table extends TenantTable>(table: Table): SelectQueryBuilder<Database, Table, Row> {
    return db.selectFrom(table as 'sites').where(tenantOf(table), '=', tenant) as never;
  },
  updateTable<Table extends TenantTable>(
    table: Table,
  ): UpdateQueryBuilder<Database, Table, Table, UpdateResult> {
    return db.updateTable(table as 'sites').where(tenantOf(table), '=', tenant) as never;
  },
  deleteFrom<Table extends TenantTable>(table: Table): DeleteQueryBuilder<Database, Table, DeleteResult> {
    return db.deleteFrom(table as 'sites').where(tenantOf(table), '=', tenant) as never;
  },
});

/** The builder's types follow one table, so each statement is built as one of `sites`. */
const tenantOf = (table: TenantTable) => `${table as 'sites'}.tenant` as const;
