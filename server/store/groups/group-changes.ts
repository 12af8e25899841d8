/** Changes that a group maintainer makes to a group. `groups.ts` reads groups. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import { mergedList } from '#domain/groups/merged-list.ts';
import { MAX_GROUP_FIELD_LENGTH, type WakeSchedule } from '#protocol/rest/group-body.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { readPatterns } from './group-patterns.ts';

/** Fields that are absent stay unchanged. */
export type GroupFields = {
  name?: string;
  global?: boolean;
  wol?: WakeSchedule;
  restrictions?: object | null;
  /** `settings` and `properties` are merged: only the keys present here are replaced. */
  settings?: Record<string, unknown>;
  properties?: object;
};
const MERGED_FIELDS = ['settings', 'properties'] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];
export type MemberKind = 'user' | 'device';
type MemberIds = { kind: MemberKind; ids: readonly string[] };

export type GroupChanges = {
  /** Returns the field that would become too large; then nothing is changed. Requires `lockGroup`. */
  update(group: GroupKey, fields: GroupFields): Promise<MergedField | undefined>;
  /** Returns the ids that match no person or device of the site; if there are any, nothing is changed. */
  setMembers(group: GroupKey, kind: MemberKind, list: ListChange): Promise<readonly string[]>;
  setPatterns(group: GroupKey, list: ListChange): Promise<void>;
};

/** `former`: the list when editing began, so that concurrent changes survive; undefined: replace the list. */
export type ListChange = { wanted: readonly string[]; former?: readonly string[] | undefined };

/** A statement takes at most 65,535 parameters. */
const IDS_PER_STATEMENT = 10_000;

export function createGroupChanges(db: Kysely<Database>): GroupChanges {
  return {
    async update(group, fields) {
      const { tenant, site, groupId } = group;
      const { name, global, wol, restrictions, settings, properties } = fields;
      const tooLarge = await tooLargeOf(db, group, fields);
      if (tooLarge !== undefined) return tooLarge;
      await inTenant(db, tenant)
        .updateTable('groups')
        .set({
          ...(name !== undefined && { name }),
          ...(global !== undefined && { global }),
          ...(wol !== undefined && { wol: toJson(wol) }),
          ...(restrictions !== undefined && { restrictions: restrictions && toJson(restrictions) }),
          ...(settings !== undefined && { settings: mergedInto('settings', settings) }),
          ...(properties !== undefined && { properties: mergedInto('properties', properties) }),
          updated_at: new Date(),
        })
        .where('site_id', '=', site)
        .where('id', '=', groupId)
        .execute();
      return undefined;
    },

    setMembers(group, kind, list) {
      return db.transaction().execute(async (trx) => {
        await lockGroup(trx, group);
        const wanted = await changed(list, () => membersOf(trx, group, kind));
        const known = new Set<string>();
        for (const some of chunks(wanted)) {
          for (const id of await knownOf(trx, group, { kind, ids: some })) known.add(id);
        }
        const unknown = wanted.filter((id) => !known.has(id));
        if (unknown.length === 0) await replaceMembers(trx, group, { kind, ids: wanted });
        return unknown;
      });
    },

    async setPatterns(group, list) {
      const { tenant, groupId } = group;
      await db.transaction().execute(async (trx) => {
        await lockGroup(trx, group);
        const patterns =
          list.former === undefined ? list.wanted : await changed(list, () => patternsOf(trx, group));
        await inTenant(trx, tenant).deleteFrom('group_patterns').where('group_id', '=', groupId).execute();
        const rows = patterns.map((pattern, position) => ({ tenant, group_id: groupId, position, pattern }));
        if (rows.length > 0) await trx.insertInto('group_patterns').values(rows).execute();
      });
    },
  };
}

/** A request body has a limit of its own; this limits the merged result of many. */
async function tooLargeOf(
  db: Kysely<Database>,
  { tenant, groupId }: GroupKey,
  fields: GroupFields,
): Promise<MergedField | undefined> {
  if (fields.settings === undefined && fields.properties === undefined) return undefined;
  const now = await inTenant(db, tenant)
    .selectFrom('groups')
    .select([...MERGED_FIELDS])
    .where('id', '=', groupId)
    .executeTakeFirst();
  return MERGED_FIELDS.find((field) => {
    const merged = JSON.stringify({ ...now?.[field], ...fields[field] });
    return fields[field] !== undefined && merged.length > MAX_GROUP_FIELD_LENGTH;
  });
}

/** Merges in one statement, so that concurrent changes of different fields are both applied. */
const mergedInto = (column: MergedField, fields: object) =>
  sql<never>`coalesce(${sql.ref(column)}, '{}'::jsonb) || ${toJson(fields)}::jsonb`;

/** The list after the change, without duplicates. */
export async function changed(
  { wanted, former }: ListChange,
  now: () => Promise<string[]>,
): Promise<string[]> {
  return former === undefined ? [...new Set(wanted)] : mergedList(await now(), { former, wanted });
}

async function membersOf(
  trx: Transaction<Database>,
  { tenant, groupId }: GroupKey,
  kind: MemberKind,
): Promise<string[]> {
  const column = kind === 'user' ? 'user_id' : 'device_id';
  const rows = await inTenant(trx, tenant)
    .selectFrom('group_members')
    .select(column)
    .where('group_id', '=', groupId)
    .where(column, 'is not', null)
    .execute();
  return rows.flatMap((row) => Object.values(row).filter((id) => id !== null));
}

async function patternsOf(trx: Transaction<Database>, { tenant, groupId }: GroupKey): Promise<string[]> {
  return (await readPatterns(trx, tenant, [groupId])).map(({ pattern }) => pattern);
}

/** Serialises concurrent changes of one group. */
export const lockGroup = (trx: Transaction<Database>, { tenant, groupId }: GroupKey) =>
  inTenant(trx, tenant).selectFrom('groups').select('id').where('id', '=', groupId).forUpdate().execute();

/** Replaces all members of that kind. */
async function replaceMembers(
  trx: Transaction<Database>,
  group: GroupKey,
  members: MemberIds,
): Promise<void> {
  await inTenant(trx, group.tenant)
    .deleteFrom('group_members')
    .where('group_id', '=', group.groupId)
    .execute();
  await insertMembers(trx, group, members);
}

/** None of `ids` may be a member yet. */
export async function insertMembers(
  trx: Transaction<Database>,
  { tenant, groupId }: GroupKey,
  { kind, ids }: MemberIds,
): Promise<void> {
  for (const some of chunks(ids)) {
    await trx
      .insertInto('group_members')
      .values(
        some.map((id) => ({
          tenant,
          group_id: groupId,
          user_id: kind === 'user' ? id : null,
          device_id: kind === 'device' ? id : null,
        })),
      )
      .execute();
  }
}

async function knownOf(
  trx: Transaction<Database>,
  { tenant, site }: GroupKey,
  { kind, ids }: MemberIds,
): Promise<string[]> {
  const rows = await trx
    .selectFrom(kind === 'user' ? 'users' : 'devices')
    .select('id')
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT)
    yield ids.slice(from, from + IDS_PER_STATEMENT);
}
