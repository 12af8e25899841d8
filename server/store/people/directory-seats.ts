/** Finds the last users of devices, the devices of people, and the groups of devices, for one page. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { DeviceSeat } from '#protocol/rest/device.ts';
import type { UserDevice } from '#protocol/rest/user.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { readMatchGroups } from '../permissions/match-groups.ts';

/** Number of recent devices listed for a person. */
const MAX_DEVICES = 5;

function addTo<Value>(map: Map<string, Value[]>, key: string | null, value: Value): void {
  if (key === null) return;
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Devices by the id of the person, the most recent first. */
export async function devicesOfPeople(
  db: Kysely<Database>,
  { tenant, site }: SiteKey,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly UserDevice[]>> {
  const found = new Map<string, UserDevice[]>();
  if (userIds.length === 0) return found;
  const rows = await inTenant(db, tenant)
    .selectFrom('clients')
    .select(['id', 'user_id', 'device_id', 'type', 'hostname'])
    .where('site_id', '=', site)
    .where('user_id', 'in', userIds)
    .where('auth_type', '=', 'user')
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute();
  for (const { id, user_id, device_id, type, hostname } of rows) {
    if ((found.get(user_id)?.length ?? 0) >= MAX_DEVICES) continue;
    addTo(found, user_id, { clientId: id, deviceId: device_id, type, hostname });
  }
  return found;
}

/** The last user by the id of the device. */
export async function seatsAtDevices(
  db: Kysely<Database>,
  { tenant, site }: SiteKey,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, DeviceSeat>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await inTenant(db, tenant)
    .selectFrom('clients')
    .distinctOn('device_id')
    .select(['id', 'device_id', 'user_id', 'auth_type', 'user_name'])
    .where('site_id', '=', site)
    .where('device_id', 'in', deviceIds)
    .orderBy('device_id')
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute();
  return new Map(
    rows.flatMap(({ id, device_id, user_id, auth_type, user_name }): [string, DeviceSeat][] =>
      device_id === null
        ? []
        : [[device_id, { clientId: id, userId: user_id, authType: auth_type, userName: user_name }]],
    ),
  );
}

/** Groups by the id of the device: those that list it, and those whose patterns match its hostname. */
export async function groupsOfDevices(
  db: Kysely<Database>,
  site: SiteKey,
  devices: readonly { id: string; hostname: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  if (devices.length === 0) return found;
  const listed = await inTenant(db, site.tenant)
    .selectFrom('group_members')
    .innerJoin('groups', (join) =>
      join
        .onRef('groups.tenant', '=', 'group_members.tenant')
        .onRef('groups.id', '=', 'group_members.group_id'),
    )
    .select(['group_members.device_id', 'group_members.group_id'])
    .where(
      'group_members.device_id',
      'in',
      devices.map(({ id }) => id),
    )
    .where('groups.definition_name', '=', 'deviceGroup')
    .orderBy('group_members.group_id')
    .execute();
  for (const { device_id, group_id } of listed) addTo(found, device_id, group_id);
  for (const { id: groupId, matches } of await readMatchGroups(db, site)) {
    for (const { id, hostname } of devices) {
      if (matches(hostname)) addTo(found, id, groupId);
    }
  }
  return found;
}
