/** Reads a group's members anew from the directory that it comes from. */
import type { Kysely, Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import type { GroupKey } from '../site-key.ts';
import { lockGroup, replaceMembers } from './group-changes.ts';

/**
 * `no-integration`: it comes from no directory; `disabled`: the directory is switched off; `elsewhere`: it is one
 * that is not kept here; `no-course`: it has no such course any more. `name`: what people call the directory.
 */
export type SyncOutcome =
  | { name: 'synced'; membersChanged: boolean }
  | { name: 'no-integration' }
  | { name: 'disabled' | 'elsewhere' | 'no-course'; directory: string };

export type GroupSync = { sync(group: GroupKey, atMs: number): Promise<SyncOutcome> };

export function createGroupSync(db: Kysely<Database>): GroupSync {
  return {
    sync: (group, atMs) =>
      db.transaction().execute(async (trx) => {
        await lockGroup(trx, group);
        const source = await readSource(trx, group);
        if (!source) return { name: 'no-integration' };
        const directory = source.name;
        if (source.disabled) return { name: 'disabled', directory };
        if (source.service !== 'internal') return { name: 'elsewhere', directory };
        const course = await readCourse(trx, group, source);
        await noteJobs(trx, group, { integrationId: source.integration_id, atMs, found: Boolean(course) });
        if (!course) return { name: 'no-course', directory };
        const ids = await usersBy(trx, group, course.members);
        const membersChanged = await replaceOthers(trx, group, ids);
        const meta = { ...source.meta, courseName: course.name, lastSync: new Date(atMs).toISOString() };
        await trx
          .updateTable('groups')
          .set({ meta: toJson(meta), updated_at: new Date(atMs) })
          .where('tenant', '=', group.tenant)
          .where('id', '=', group.groupId)
          .execute();
        return { name: 'synced', membersChanged };
      }),
  };
}

const readSource = (trx: Transaction<Database>, { tenant, site, groupId }: GroupKey) =>
  trx
    .selectFrom('groups')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.tenant', '=', 'groups.tenant')
        .onRef('integrations.id', '=', 'groups.integration_id'),
    )
    .select(['integrations.id as integration_id', 'integrations.name', 'integrations.service'])
    .select(['integrations.disabled', 'groups.native_idf', 'groups.meta'])
    .where('groups.tenant', '=', tenant)
    .where('groups.site_id', '=', site)
    .where('groups.id', '=', groupId)
    .executeTakeFirst();

/** Answers whether anybody came or went. */
async function replaceOthers(trx: Transaction<Database>, group: GroupKey, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('group_members')
    .select('user_id')
    .where('tenant', '=', group.tenant)
    .where('group_id', '=', group.groupId)
    .execute();
  const before = new Set(rows.map(({ user_id }) => user_id));
  if (before.size === ids.length && ids.every((id) => before.has(id))) return false;
  await replaceMembers(trx, group, { kind: 'user', ids });
  return true;
}

const readCourse = (
  trx: Transaction<Database>,
  { tenant }: GroupKey,
  { integration_id, native_idf }: { integration_id: string; native_idf: string | null },
) =>
  trx
    .selectFrom('directory_courses')
    .select(['name', 'members'])
    .where('tenant', '=', tenant)
    .where('integration_id', '=', integration_id)
    .where('id', '=', native_idf ?? '')
    .executeTakeFirst();

/** Who of a course is not (yet) a person of the site is left out. */
async function usersBy(trx: Transaction<Database>, { tenant, site }: GroupKey, emails: readonly string[]) {
  if (emails.length === 0) return [];
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .where((is) =>
      is(
        is.fn<string>('lower', ['email']),
        'in',
        emails.map((email) => email.toLowerCase()),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The jobs that bring the site's groups from that directory have run, as far as this group goes. */
async function noteJobs(
  trx: Transaction<Database>,
  { tenant, site }: GroupKey,
  { integrationId, atMs, found }: { integrationId: string; atMs: number; found: boolean },
): Promise<void> {
  const jobs = await trx
    .selectFrom('sync_jobs')
    .select(['id', 'import_settings'])
    .where('tenant', '=', tenant)
    .where('integration_id', '=', integrationId)
    .where('site_id', '=', site)
    .execute();
  const ids = jobs.filter((job) => 'groups' in job.import_settings).map(({ id }) => id);
  if (ids.length === 0) return;
  const status = found ? { success: true } : { success: false, humanError: 'A course was not found' };
  await trx
    .updateTable('sync_jobs')
    .set({ last_ran: new Date(atMs), merge_status: toJson(status) })
    .where('tenant', '=', tenant)
    .where('id', 'in', ids)
    .execute();
}
