/** Imports the devices of a group, and the permissions that tutors get from the directory. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { GroupKey, SiteKey } from '#base/site-key.ts';
import { type Database, toJson } from '../database.ts';
import { insertMembers, lockGroup } from '../groups/group-changes.ts';
import { inTenant } from '../in-tenant.ts';
import { siteTutors } from '../permissions/site-tutors.ts';
import { findDevices, type ListedDevice } from './device-items.ts';
import type { JobSettings } from './sync-jobs.ts';

/** The tutors of a site, by lower-case e-mail addresses. */
export async function tutorsByEmail(
  db: Kysely<Database>,
  site: SiteKey,
): Promise<ReadonlyMap<string, string>> {
  const rows = await siteTutors(db, site).select(['tutors.id', 'tutors.primary_email']).execute();
  return new Map(rows.map(({ id, primary_email }) => [primary_email.toLowerCase(), id]));
}

/** Sets the tutors that may open the group because of the job. False: nothing changed. */
export async function permitByJob(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  { groupId, tutorIds }: { groupId: string; tutorIds: readonly string[] },
): Promise<boolean> {
  await lockPermissions(trx, tenant, [groupId]);
  const wanted = toJson([...new Set(tutorIds)]);
  const granted = await sql<{ tutor: string }>`
    insert into tutor_group_permissions (tenant, tutor_id, group_id)
    select ${tenant}, tutor, ${groupId} from jsonb_array_elements_text(${wanted}::jsonb) tutor
    on conflict do nothing returning tutor_id as tutor`.execute(trx);
  await sql`
    insert into sync_group_permissions (tenant, job_id, tutor_id, group_id)
    select ${tenant}, ${jobId}, tutor, ${groupId} from jsonb_array_elements_text(${wanted}::jsonb) tutor
    where tutor in (select jsonb_array_elements_text(${toJson(granted.rows.map((row) => row.tutor))}::jsonb))
      or exists (select from sync_group_permissions other
        where other.tenant = ${tenant} and other.group_id = ${groupId} and other.tutor_id = tutor)
    on conflict do nothing`.execute(trx);
  const revoked = await sql<{ tutor: string }>`
    delete from sync_group_permissions
    where tenant = ${tenant} and job_id = ${jobId} and group_id = ${groupId}
      and tutor_id not in (select jsonb_array_elements_text(${wanted}::jsonb))
    returning tutor_id as tutor`.execute(trx);
  if (revoked.rows.length > 0)
    await sql`
      delete from tutor_group_permissions
      where tenant = ${tenant} and group_id = ${groupId}
        and tutor_id in (select jsonb_array_elements_text(${toJson(revoked.rows.map((row) => row.tutor))}::jsonb))
        and not exists (select from sync_group_permissions other
          where other.tenant = ${tenant} and other.group_id = ${groupId}
            and other.tutor_id = tutor_group_permissions.tutor_id)`.execute(trx);
  return granted.rows.length + revoked.rows.length > 0;
}

/**
 * Handles groups that the job no longer imports. Where another job still imports a group, tutors lose a
 * permission that only this job granted. Groups in `detached` have no directory any more, so their tutors
 * keep the permission. All other permissions are left, because a group that a tutor imported may return.
 * Returns the number of groups in which a tutor lost the permission.
 */
export async function revokePermissions(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  { groupIds, detached }: { groupIds: readonly string[]; detached: readonly string[] },
): Promise<number> {
  await lockPermissions(trx, tenant, groupIds);
  const { rows } = await sql<{ group: string }>`
    with gone as (
      delete from sync_group_permissions as own
      where own.tenant = ${tenant} and own.job_id = ${jobId}
        and own.group_id in (select jsonb_array_elements_text(${toJson(groupIds)}::jsonb))
        and (own.group_id in (select jsonb_array_elements_text(${toJson(detached)}::jsonb))
          or exists (select from sync_items item where item.tenant = ${tenant}
            and item.job_id <> ${jobId} and item.group_id = own.group_id))
      returning own.group_id, own.tutor_id)
    delete from tutor_group_permissions as permission using gone
    where permission.tenant = ${tenant} and permission.group_id = gone.group_id
      and permission.tutor_id = gone.tutor_id
      and gone.group_id not in (select jsonb_array_elements_text(${toJson(detached)}::jsonb))
      and not exists (select from sync_group_permissions other where other.tenant = ${tenant}
        and other.job_id <> ${jobId} and other.group_id = gone.group_id
        and other.tutor_id = gone.tutor_id)
    returning permission.group_id as group`.execute(trx);
  return new Set(rows.map(({ group }) => group)).size;
}

/** Serialises permission changes of jobs that import the same group, so that each sees the other's rows. */
const lockPermissions = (trx: Transaction<Database>, tenant: string, groupIds: readonly string[]) =>
  sql`
    select from groups where tenant = ${tenant}
      and id in (select jsonb_array_elements_text(${toJson(groupIds)}::jsonb))
    order by id for no key update`.execute(trx);

/** Replaces the members by those of `devices` that exist on the site. False: nothing changed. */
export async function replaceDevices(
  trx: Transaction<Database>,
  job: JobSettings,
  { group, devices }: { group: GroupKey; devices: readonly ListedDevice[] },
): Promise<boolean> {
  await lockGroup(trx, group);
  const wanted = new Set((await findDevices(trx, job, devices)).values());
  const removed = await sql`
    delete from group_members where tenant = ${group.tenant} and group_id = ${group.groupId}
      and device_id is not null
      and device_id not in (select jsonb_array_elements_text(${toJson([...wanted])}::jsonb))`.execute(trx);
  const rows = await inTenant(trx, group.tenant)
    .selectFrom('group_members')
    .select('device_id')
    .where('group_id', '=', group.groupId)
    .execute();
  const there = new Set(rows.map(({ device_id }) => device_id));
  const ids = [...wanted].filter((id) => !there.has(id));
  await insertMembers(trx, group, { kind: 'device', ids });
  return (removed.numAffectedRows ?? 0n) > 0n || ids.length > 0;
}
