import type { Kysely, Selectable } from 'kysely';
import type { InferOutput } from 'valibot';
import type { GroupKey, SiteKey } from '#base/site-key.ts';
import type { groupSchema } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import type { GroupTable } from '../tables/directory-tables.ts';
import { readMembers } from './group-members.ts';
import { readPatterns } from './group-patterns.ts';

export type GroupDocument = InferOutput<typeof groupSchema>;
/** Ids of the groups that the caller may see. */
export type Permitted = 'all' | ReadonlySet<string>;

export type Groups = {
  list(site: SiteKey, permitted: Permitted, page: Page): Promise<GroupDocument[]>;
  /** The groups that list this person as a member. */
  ofUser(user: SiteKey & { userId: string }, permitted: Permitted): Promise<GroupDocument[]>;
  find(group: GroupKey): Promise<GroupDocument | undefined>;
  /** Undefined: the group does not exist. */
  members(group: GroupKey, page: Page): Promise<GroupMember[] | undefined>;
};

export function createGroups(db: Kysely<Database>): Groups {
  const groupsOf = ({ tenant, site }: SiteKey) =>
    inTenant(db, tenant).selectFrom('groups').selectAll().where('site_id', '=', site);

  const find: Groups['find'] = async ({ groupId, ...site }) => {
    const row = await groupsOf(site).where('id', '=', groupId).executeTakeFirst();
    const document = row && (await withPatterns(db, site.tenant, [row]))[0];
    return document && { ...document, ...(await holdersOf(db, site.tenant, groupId)) };
  };

  const permittedOf = (site: SiteKey, permitted: Permitted) =>
    groupsOf(site).$if(permitted !== 'all', (query) =>
      // An empty list would become `in ()`, which is invalid SQL.
      query.where('id', 'in', ['', ...permitted]),
    );

  return {
    async list(site, permitted, { limit, before }) {
      const rows = await permittedOf(site, permitted)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withPatterns(db, site.tenant, rows);
    },

    async ofUser({ userId, ...site }, permitted) {
      const rows = await permittedOf(site, permitted)
        .where('definition_name', '=', 'userGroup')
        .where('id', 'in', (of) =>
          of
            .selectFrom('group_members')
            .select('group_id')
            .where('tenant', '=', site.tenant)
            .where('user_id', '=', userId),
        )
        .orderBy('id', 'desc')
        .execute();
      return withPatterns(db, site.tenant, rows);
    },

    find,

    async members(key, page) {
      const group = await find(key);
      return group && readMembers(db, { ...key, ...group }, page);
    },
  };
}

async function withPatterns(
  db: Kysely<Database>,
  tenant: string,
  rows: readonly Selectable<GroupTable>[],
): Promise<GroupDocument[]> {
  const ids = rows.filter((row) => row.definition_name === 'deviceMatchGroup').map((row) => row.id);
  const patternsOf = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const each of ids.length === 0 ? [] : await readPatterns(db, tenant, ids)) {
    patternsOf.get(each.group_id)?.push(each.pattern);
  }
  return rows.map((row) => toDocument(row, patternsOf.get(row.id) ?? []));
}

/** The tutors who may see the group, and the policies that are applied to it. */
async function holdersOf(db: Kysely<Database>, tenant: string, groupId: string) {
  const tutors = await inTenant(db, tenant)
    .selectFrom('tutor_group_permissions')
    .select('tutor_id')
    .where('group_id', '=', groupId)
    .orderBy('tutor_id')
    .execute();
  const applied = await inTenant(db, tenant)
    .selectFrom('policy_applications')
    .select('policy_id')
    .where('group_id', '=', groupId)
    .orderBy('policy_id')
    .execute();
  return {
    permissions: tutors.map(({ tutor_id }) => tutor_id),
    policies: applied.map(({ policy_id }) => ({ policyId: policy_id })),
  };
}

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
