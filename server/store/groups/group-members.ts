/** The members of a group: listed ones, or the devices with a hostname that matches a pattern. */

import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import { createDeviceMatcher } from '#domain/devices/device-pattern.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import { toDevice, toUser } from '../people/directory.ts';
import { readMatchingIds } from './matching-devices.ts';

type Group = { definitionName: GroupDefinition; patterns?: readonly string[] | undefined };

/** A page of a group's members, by descending id. */
export function readMembers(
  db: Kysely<Database>,
  group: GroupKey & Group,
  page: Page,
): Promise<GroupMember[]> {
  switch (group.definitionName) {
    case 'userGroup':
      return listedUsers(db, group, page);
    case 'deviceGroup':
      return listedDevices(db, group, page);
    case 'deviceMatchGroup':
      return matchingDevices(db, group, page);
  }
}

async function listedUsers(db: Kysely<Database>, { tenant, groupId }: GroupKey, { limit, before }: Page) {
  const rows = await inTenant(db, tenant)
    .selectFrom('users')
    .innerJoin('group_members', (join) =>
      join.onRef('group_members.tenant', '=', 'users.tenant').onRef('group_members.user_id', '=', 'users.id'),
    )
    .selectAll('users')
    .where('group_members.group_id', '=', groupId)
    .$if(before !== undefined, (query) => query.where('users.id', '<', before ?? ''))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row): GroupMember => ({ kind: 'user', ...toUser(row) }));
}

async function listedDevices(db: Kysely<Database>, { tenant, groupId }: GroupKey, { limit, before }: Page) {
  const rows = await inTenant(db, tenant)
    .selectFrom('devices')
    .innerJoin('group_members', (join) =>
      join
        .onRef('group_members.tenant', '=', 'devices.tenant')
        .onRef('group_members.device_id', '=', 'devices.id'),
    )
    .selectAll('devices')
    .where('group_members.group_id', '=', groupId)
    .$if(before !== undefined, (query) => query.where('devices.id', '<', before ?? ''))
    .orderBy('devices.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row): GroupMember => ({ kind: 'device', ...toDevice(row) }));
}

async function matchingDevices(
  db: Kysely<Database>,
  { tenant, site, patterns = [] }: GroupKey & Group,
  page: Page,
) {
  const ids = await readMatchingIds(db, { tenant, site }, createDeviceMatcher(patterns), page);
  if (ids.length === 0) return [];
  const rows = await inTenant(db, tenant)
    .selectFrom('devices')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row): GroupMember => ({ kind: 'device', ...toDevice(row) }));
}
