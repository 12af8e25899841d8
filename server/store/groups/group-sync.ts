/** Applies the content of a directory's course, which the caller has read, to a group in one transaction. */

import type { Kysely, Transaction } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { linkedUsers, type PeopleOf, resolvePeople } from '../people/directory-people.ts';
import { insertMembers, lockGroup } from './group-changes.ts';

/** The directory course that a group is imported from. */
export type GroupSource = {
  integrationId: string;
  courseId: string;
  lastSync: unknown;
  /** Cursor of the last import, where the group's members have not changed since. */
  since: string | undefined;
};

/** People by the directory's ids. */
export type CourseContent = {
  courseName: string | undefined;
  joined: readonly { id: string; name: string | undefined; email: string | undefined }[];
  left: readonly string[];
  /** `joined` is the complete course: everyone else has left it. */
  isWhole: boolean;
  cursor: string | undefined;
};

/** `added` and `removed` count members. `peopleChanged`: people of the site were created or renamed. */
export type Applied = { added: number; removed: number; peopleChanged: boolean };

export type GroupSync = {
  /** Undefined: the group was not imported from a directory. */
  source(group: GroupKey): Promise<GroupSource | undefined>;
  apply(group: GroupKey, source: GroupSource, content: CourseContent, atMs: number): Promise<Applied>;
  /** `apply` in a transaction of the caller. */
  applyIn(
    trx: Transaction<Database>,
    group: GroupKey,
    what: { source: GroupSource; content: CourseContent; atMs: number },
  ): Promise<Applied>;
};

export function createGroupSync(db: Kysely<Database>): GroupSync {
  return {
    source: (group) => readSource(db, group),

    apply: (group, source, content, atMs) =>
      db.transaction().execute((trx) => applyIn(trx, group, { source, content, atMs })),

    applyIn,
  };
}

async function applyIn(
  trx: Transaction<Database>,
  group: GroupKey,
  { source, content, atMs }: { source: GroupSource; content: CourseContent; atMs: number },
): Promise<Applied> {
  await lockGroup(trx, group);
  const now = await readSource(trx, group);
  // The group was updated by another import meanwhile, or has another source now.
  if (now?.courseId !== source.courseId || now.lastSync !== source.lastSync)
    return { added: 0, removed: 0, peopleChanged: false };
  const of: PeopleOf = { tenant: group.tenant, site: group.site, integrationId: source.integrationId };
  const { userIds, made, renamed } = await resolvePeople(trx, of, content.joined);
  const before = await memberIds(trx, group);
  const wanted = new Set(content.isWhole ? [] : before);
  if (!content.isWhole) {
    for (const userId of (await linkedUsers(trx, of, content.left)).values()) wanted.delete(userId);
  }
  for (const userId of userIds.values()) wanted.add(userId);
  const { added, removed } = await replace(trx, group, { before, wanted });
  await noteSynced(trx, group, { content, members: wanted.size, atMs });
  return { added, removed, peopleChanged: made.size + renamed > 0 };
}

type Db = Kysely<Database> | Transaction<Database>;

async function readSource(db: Db, { tenant, site, groupId }: GroupKey): Promise<GroupSource | undefined> {
  const row = await inTenant(db, tenant)
    .selectFrom('groups')
    .select(['integration_id', 'native_idf', 'meta', 'directory_cursor'])
    .select((of) =>
      of
        .selectFrom('group_members')
        .select((is) => is.fn.countAll<string>().as('count'))
        .where('tenant', '=', tenant)
        .where('group_id', '=', groupId)
        .as('members'),
    )
    .where('site_id', '=', site)
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (!row?.integration_id) return undefined;
  const { directory_cursor: ended } = row;
  // After a member was deleted from the site, only a complete read of the course restores that member.
  const isAsItWas = ended !== null && ended.members === Number(row.members);
  return {
    integrationId: row.integration_id,
    courseId: row.native_idf ?? '',
    lastSync: row.meta?.lastSync,
    since: isAsItWas ? ended.cursor : undefined,
  };
}

async function memberIds(trx: Transaction<Database>, { tenant, groupId }: GroupKey): Promise<Set<string>> {
  const rows = await inTenant(trx, tenant)
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}

async function replace(
  trx: Transaction<Database>,
  group: GroupKey,
  { before, wanted }: { before: ReadonlySet<string>; wanted: ReadonlySet<string> },
) {
  const added = [...wanted].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !wanted.has(id));
  if (removed.length > 0) {
    await inTenant(trx, group.tenant)
      .deleteFrom('group_members')
      .where('group_id', '=', group.groupId)
      .where('user_id', 'in', removed)
      .execute();
  }
  await insertMembers(trx, group, { kind: 'user', ids: added });
  return { added: added.length, removed: removed.length };
}

async function noteSynced(
  trx: Transaction<Database>,
  { tenant, groupId }: GroupKey,
  { content, members, atMs }: { content: CourseContent; members: number; atMs: number },
): Promise<void> {
  const row = await inTenant(trx, tenant)
    .selectFrom('groups')
    .select('meta')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const { courseName, cursor } = content;
  const meta = { ...row.meta, ...(courseName && { courseName }), lastSync: new Date(atMs).toISOString() };
  await inTenant(trx, tenant)
    .updateTable('groups')
    .set({
      meta: toJson(meta),
      directory_cursor: cursor === undefined ? null : toJson({ cursor, members }),
      updated_at: new Date(atMs),
    })
    .where('id', '=', groupId)
    .execute();
}
