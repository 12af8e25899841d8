/** Which devices are in a group that a job brings, and which tutors may open it because of the directory. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import { insertMembers, lockGroup } from '../groups/group-changes.ts';
import { siteTutors } from '../permissions/site-tutors.ts';
import type { GroupKey, SiteKey } from '../site-key.ts';
import { findDevices, type ListedDevice } from './device-items.ts';
import type { JobSettings } from './sync-jobs.ts';

/** The tutors of a site, by folded e-mail addresses. */
export async function tutorsByEmail(
  db: Kysely<Database>,
  site: SiteKey,
): Promise<ReadonlyMap<string, string>> {
  const rows = await siteTutors(db, site).select(['tutors.id', 'tutors.primary_email']).execute();
  return new Map(rows.map(({ id, primary_email }) => [primary_email.toLowerCase(), id]));
}

/** Exactly these tutors, of those who may open the group because of the job. False: that was so already. */
export async function permitByJob(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  { groupId, tutorIds }: { groupId: string; tutorIds: readonly string[] },
): Promise<boolean> {
  const wanted = toJson([...new Set(tutorIds)]);
  const given = await sql<{ tutor: string }>`
    insert into tutor_group_permissions (tenant, tutor_id, group_id)
    select ${tenant}, tutor, ${groupId} from jsonb_array_elements_text(${wanted}::jsonb) tutor
    on conflict do nothing returning tutor_id as tutor`.execute(trx);
  await sql`
    insert into sync_group_permissions (tenant, job_id, tutor_id, group_id)
    select ${tenant}, ${jobId}, tutor, ${groupId} from jsonb_array_elements_text(${wanted}::jsonb) tutor
    where tutor in (select jsonb_array_elements_text(${toJson(given.rows.map((row) => row.tutor))}::jsonb))
      or exists (select from sync_group_permissions other
        where other.tenant = ${tenant} and other.group_id = ${groupId} and other.tutor_id = tutor)
    on conflict do nothing`.execute(trx);
  const left = await sql<{ tutor: string }>`
    delete from sync_group_permissions
    where tenant = ${tenant} and job_id = ${jobId} and group_id = ${groupId}
      and tutor_id not in (select jsonb_array_elements_text(${wanted}::jsonb))
    returning tutor_id as tutor`.execute(trx);
  if (left.rows.length > 0)
    await sql`
      delete from tutor_group_permissions
      where tenant = ${tenant} and group_id = ${groupId}
        and tutor_id in (select jsonb_array_elements_text(${toJson(left.rows.map((row) => row.tutor))}::jsonb))
        and not exists (select from sync_group_permissions other
          where other.tenant = ${tenant} and other.group_id = ${groupId}
            and other.tutor_id = tutor_group_permissions.tutor_id)`.execute(trx);
  return given.rows.length + left.rows.length > 0;
}

/**
 * The job brings these groups no more: who may open them because of it alone may do so no longer where another job still
 * brings the group, and may for good where none does.
 */
export async function leavePermissions(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  groupIds: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from sync_group_permissions
      where tenant = ${tenant} and job_id = ${jobId}
        and group_id in (select jsonb_array_elements_text(${toJson(groupIds)}::jsonb))
      returning group_id, tutor_id)
    delete from tutor_group_permissions as permission using gone
    where permission.tenant = ${tenant} and permission.group_id = gone.group_id
      and permission.tutor_id = gone.tutor_id
      and exists (select from sync_items item where item.tenant = ${tenant}
        and item.job_id <> ${jobId} and item.group_id = gone.group_id)
      and not exists (select from sync_group_permissions other where other.tenant = ${tenant}
        and other.job_id <> ${jobId} and other.group_id = gone.group_id
        and other.tutor_id = gone.tutor_id)`.execute(trx);
}

/** The devices of the site among these are the members. False: that was so already. */
export async function replaceDevices(
  trx: Transaction<Database>,
  job: JobSettings,
  { group, devices }: { group: GroupKey; devices: readonly ListedDevice[] },
): Promise<boolean> {
  await lockGroup(trx, group);
  const wanted = new Set((await findDevices(trx, job, devices)).values());
  const left = await sql`
    delete from group_members where tenant = ${group.tenant} and group_id = ${group.groupId}
      and device_id is not null
      and device_id not in (select jsonb_array_elements_text(${toJson([...wanted])}::jsonb))`.execute(trx);
  const rows = await trx
    .selectFrom('group_members')
    .select('device_id')
    .where('tenant', '=', group.tenant)
    .where('group_id', '=', group.groupId)
    .execute();
  const there = new Set(rows.map(({ device_id }) => device_id));
  const ids = [...wanted].filter((id) => !there.has(id));
  await insertMembers(trx, group, { kind: 'device', ids });
  return (left.numAffectedRows ?? 0n) > 0n || ids.length > 0;
}
