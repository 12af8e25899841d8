import type { Kysely, Selectable } from 'kysely';
import type { InferOutput } from 'valibot';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import type { groupSchema } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { Database } from '../database.ts';
import { type Page, takePage } from '../page.ts';
import { toDevice, toUser } from '../people/directory.ts';
import type { SiteKey } from '../permissions/reach.ts';
import type { GroupTable } from '../tables/directory-tables.ts';

export type GroupKey = SiteKey & { groupId: string };

export type GroupDocument = InferOutput<typeof groupSchema>;
/** Which groups the asker may see. */
export type Permitted = 'all' | ReadonlySet<string>;

export type Groups = {
  list(site: SiteKey, permitted: Permitted, page: Page): Promise<GroupDocument[]>;
  find(group: GroupKey): Promise<GroupDocument | undefined>;
  /** Undefined: there is no such group. */
  members(group: GroupKey, page: Page): Promise<GroupMember[] | undefined>;
};

export function createGroups(db: Kysely<Database>): Groups {
  const groupsOf = ({ tenant, site }: SiteKey) =>
    db.selectFrom('groups').selectAll().where('tenant', '=', tenant).where('site_id', '=', site);

  async function withPatterns(
    tenant: string,
    rows: readonly Selectable<GroupTable>[],
  ): Promise<GroupDocument[]> {
    const ids = rows.filter((row) => row.definition_name === 'deviceMatchGroup').map((row) => row.id);
    const patterns = ids.length === 0 ? [] : await readPatterns(db, tenant, ids);
    return rows.map((row) =>
      toDocument(
        row,
        patterns.filter((each) => each.group_id === row.id).map((each) => each.pattern),
      ),
    );
  }

  /** Who may see the group, and what is applied to it. */
  async function holdersOf(tenant: string, groupId: string) {
    const tutors = await db
      .selectFrom('tutor_group_permissions')
      .select('tutor_id')
      .where('tenant', '=', tenant)
      .where('group_id', '=', groupId)
      .orderBy('tutor_id')
      .execute();
    const applied = await db
      .selectFrom('policy_applications')
      .select('policy_id')
      .where('tenant', '=', tenant)
      .where('group_id', '=', groupId)
      .orderBy('policy_id')
      .execute();
    return {
      permissions: tutors.map(({ tutor_id }) => tutor_id),
      policies: applied.map(({ policy_id }) => ({ policyId: policy_id })),
    };
  }

  const find: Groups['find'] = async ({ groupId, ...site }) => {
    const row = await groupsOf(site).where('id', '=', groupId).executeTakeFirst();
    const document = row && (await withPatterns(site.tenant, [row]))[0];
    return document && { ...document, ...(await holdersOf(site.tenant, groupId)) };
  };

  return {
    async list(site, permitted, { limit, before }) {
      if (permitted !== 'all' && permitted.size === 0) return [];
      const rows = await groupsOf(site)
        .$if(permitted !== 'all', (query) => query.where('id', 'in', [...permitted]))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withPatterns(site.tenant, rows);
    },

    find,

    async members({ groupId, ...site }, page) {
      const group = await find({ groupId, ...site });
      if (!group) return undefined;
      switch (group.definitionName) {
        case 'userGroup':
          return userMembers(site, groupId, page);
        case 'deviceGroup':
          return deviceMembers(site, groupId, page);
        case 'deviceMatchGroup':
          return matchingDevices(site, group.patterns ?? [], page);
      }
    },
  };

  async function userMembers({ tenant }: SiteKey, groupId: string, { limit, before }: Page) {
    const rows = await db
      .selectFrom('users')
      .innerJoin('group_members', (join) =>
        join
          .onRef('group_members.tenant', '=', 'users.tenant')
          .onRef('group_members.user_id', '=', 'users.id'),
      )
      .selectAll('users')
      .where('users.tenant', '=', tenant)
      .where('group_members.group_id', '=', groupId)
      .$if(before !== undefined, (query) => query.where('users.id', '<', before ?? ''))
      .orderBy('users.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row): GroupMember => ({ kind: 'user', ...toUser(row) }));
  }

  async function deviceMembers({ tenant }: SiteKey, groupId: string, { limit, before }: Page) {
    const rows = await db
      .selectFrom('devices')
      .innerJoin('group_members', (join) =>
        join
          .onRef('group_members.tenant', '=', 'devices.tenant')
          .onRef('group_members.device_id', '=', 'devices.id'),
      )
      .selectAll('devices')
      .where('devices.tenant', '=', tenant)
      .where('group_members.group_id', '=', groupId)
      .$if(before !== undefined, (query) => query.where('devices.id', '<', before ?? ''))
      .orderBy('devices.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row): GroupMember => ({ kind: 'device', ...toDevice(row) }));
  }

  async function matchingDevices({ tenant, site }: SiteKey, patterns: readonly string[], page: Page) {
    const rows = await db
      .selectFrom('devices')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .execute();
    const matching = rows.filter((row) => matchesDevicePatterns(row.hostname, patterns));
    return takePage(matching, page).map((row): GroupMember => ({ kind: 'device', ...toDevice(row) }));
  }
}

/** The patterns of these groups, in the order that they were given in. */
export const readPatterns = (db: Kysely<Database>, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('group_patterns')
    .select(['group_id', 'pattern'])
    .where('tenant', '=', tenant)
    .where('group_id', 'in', ids)
    .orderBy('position')
    .execute();

function toDocument(row: Selectable<GroupTable>, patterns: string[]): GroupDocument {
  const { id, name, global, wol, meta, source, restrictions, settings } = row;
  return {
    id,
    name,
    global,
    wol,
    meta,
    source,
    restrictions,
    settings,
    definitionName: row.definition_name,
    integrationId: row.integration_id,
    nativeIdf: row.native_idf,
    properties: { ...row.properties, permittedHostnames: row.properties.permittedHostnames ?? [] },
    ...(row.definition_name === 'deviceMatchGroup' && { patterns }),
  };
}
