/** What the platform's directory says, read past every permission: the yardstick of tests about permissions. */
import type { Platform } from '../../../server/platform.ts';

export type DirectoryGroup = { id: string; name: string; isHostnameRestricted: boolean };

/** The groups of the site, and those that the tutor may see. */
export async function groupsFor(platform: Platform, email: string, siteId = 'riverside') {
  const { db } = platform.store;
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name', 'properties'])
    .where('tenant', '=', 'demo')
    .where('site_id', '=', siteId)
    .execute();
  const all = rows.map(({ id, name, properties }): DirectoryGroup => {
    const hostnames = (properties as { permittedHostnames?: string[] } | null)?.permittedHostnames ?? [];
    return { id, name, isHostnameRestricted: hostnames.length > 0 };
  });
  const granted = await db
    .selectFrom('tutor_group_permissions as permission')
    .innerJoin('tutors', 'tutors.id', 'permission.tutor_id')
    .select('permission.group_id as id')
    .where('tutors.primary_email', '=', email)
    .execute();
  const ids = new Set(granted.map(({ id }) => id));
  return {
    all,
    permitted: all.filter(({ id }) => ids.has(id)),
    foreign: all.filter(({ id }) => !ids.has(id)),
  };
}
