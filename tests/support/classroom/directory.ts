/** What the platform's directory says, read past every permission: the yardstick of tests about permissions. */
import type { Platform } from '../../../server/platform/platform.ts';
import { ask } from '../tutors/platform-session.ts';

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

/** The id of a group that this tutor sees, also where the platform is another process: over REST. Throws where there is none. */
export async function idOfGroup(
  platform: Pick<Platform, 'origin'>,
  accessToken: string,
  name: string,
): Promise<string> {
  const { body } = await ask(`${platform.origin('demo')}/v1/groups?limit=100&_sort=id&_order=desc`, {
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${accessToken}` },
  });
  const groups: { id: string; name: string }[] = JSON.parse(body);
  const found = groups.find((group) => group.name === name);
  if (!found) throw new Error(`no group ${name} among ${groups.length}`);
  return found.id;
}
