import type { Kysely } from 'kysely';
import type { Role, RoleLink } from '#protocol/rest/role.ts';
import type { Database } from '../database.ts';
import type { TutorKey } from './tutor-roles.ts';

export type Roles = {
  list(tenant: string): Promise<Role[]>;
  linksOf(tutor: TutorKey): Promise<RoleLink[]>;
};

export function createRoles(db: Kysely<Database>): Roles {
  return {
    async list(tenant) {
      const rows = await db
        .selectFrom('roles')
        .selectAll()
        .where('tenant', '=', tenant)
        .orderBy('name')
        .execute();
      return rows.map(({ id, name, friendly_name, hidden, global, can_grant }) => ({
        id,
        name,
        friendlyName: friendly_name,
        hidden,
        global,
        canGrant: can_grant,
      }));
    },

    async linksOf({ tenant, tutorId }) {
      const rows = await db
        .selectFrom('role_links')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('tutor_id', '=', tutorId)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        tutorId: row.tutor_id,
        roleId: row.role_id,
        ...(row.site_id !== null && { siteId: row.site_id }),
        ...(row.tag_id !== null && { tagId: row.tag_id }),
        global: row.global,
        canGrant: row.can_grant,
      }));
    },
  };
}
