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
  selectFrom: <Table extends TenantTable>(table: Table) =>
    db
      .selectFrom(table as 'sites')
      .where(`${table as 'sites'}.tenant`, '=', tenant) as unknown as SelectQueryBuilder<
      Database,
      Table,
      Row
    >,
  updateTable: <Table extends TenantTable>(table: Table) =>
    db
      .updateTable(table as 'sites')
      .where(`${table as 'sites'}.tenant`, '=', tenant) as unknown as UpdateQueryBuilder<
      Database,
      Table,
      Table,
      UpdateResult
    >,
  deleteFrom: <Table extends TenantTable>(table: Table) =>
    db
      .deleteFrom(table as 'sites')
      .where(`${table as 'sites'}.tenant`, '=', tenant) as unknown as DeleteQueryBuilder<
      Database,
      Table,
      DeleteResult
    >,
});
