import type { Kysely, Selectable } from 'kysely';
import type { Role, RoleLink } from '#protocol/rest/role.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { RoleLinkTable, RoleTable } from '../tables/admin-tables.ts';
import type { TutorKey } from './tutor-roles.ts';

export type Roles = {
  list(tenant: string): Promise<Role[]>;
  linksOf(tutor: TutorKey): Promise<RoleLink[]>;
};

export const roleOfRow = ({
  id,
  name,
  friendly_name,
  hidden,
  global,
  can_grant,
}: Selectable<RoleTable>): Role => ({
  id,
  name,
  friendlyName: friendly_name,
  hidden,
  global,
  canGrant: can_grant,
});

export const linkOfRow = (row: Selectable<RoleLinkTable>): RoleLink => ({
  id: row.id,
  tutorId: row.tutor_id,
  roleId: row.role_id,
  ...(row.site_id !== null && { siteId: row.site_id }),
  ...(row.tag_id !== null && { tagId: row.tag_id }),
  global: row.global,
  canGrant: row.can_grant,
});

/** `db` may be a transaction. */
export async function linksOf(db: Kysely<Database>, { tenant, tutorId }: TutorKey): Promise<RoleLink[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('role_links')
    .selectAll()
    .where('tutor_id', '=', tutorId)
    .orderBy('id')
    .execute();
  return rows.map(linkOfRow);
}

export function createRoles(db: Kysely<Database>): Roles {
  return {
    async list(tenant) {
      const rows = await inTenant(db, tenant).selectFrom('roles').selectAll().orderBy('name').execute();
      return rows.map(roleOfRow);
    },
    linksOf: (tutor) => linksOf(db, tutor),
  };
}
