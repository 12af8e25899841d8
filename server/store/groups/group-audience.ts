/** The people and devices that a group comes to: its members, and who sits at what. */
import type { Kysely } from 'kysely';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import type { Database } from '../database.ts';
import { readMatchGroups } from '../permissions/match-groups.ts';
import type { GroupKey, SiteKey } from '../site-key.ts';

export type Audience = { userIds: ReadonlySet<string>; deviceIds: ReadonlySet<string> };

export type GroupAudience = {
  /**
   * Of a group of people: they, and the devices at which they sat last. Of a group of devices: they, and who of the
   * directory sat there last. Undefined: there is no such group.
   */
  of(group: GroupKey): Promise<Audience | undefined>;
  /** The devices that are in any of the groups, or at which one of their people sat last. */
  devicesAt(site: SiteKey, groupIds: ReadonlySet<string>): Promise<ReadonlySet<string>>;
};

type Seat = { userId: string | undefined; deviceId: string };

export function createGroupAudience(db: Kysely<Database>): GroupAudience {
  /** The person who used each device last, where that person is in the directory. */
  async function seatsOn({ tenant, site }: SiteKey): Promise<Seat[]> {
    const rows = await db
      .selectFrom('clients')
      .distinctOn('device_id')
      .select(['device_id', 'user_id', 'auth_type'])
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where('device_id', 'is not', null)
      .orderBy('device_id')
      .orderBy('last_seen_at', (order) => order.desc().nullsLast())
      .execute();
    return rows.flatMap(({ device_id, user_id, auth_type }) =>
      device_id === null ? [] : [{ deviceId: device_id, userId: auth_type === 'user' ? user_id : undefined }],
    );
  }

  async function membersOf({ tenant, groupId }: GroupKey, column: 'user_id' | 'device_id') {
    const rows = await db
      .selectFrom('group_members')
      .select(`${column} as id`)
      .where('tenant', '=', tenant)
      .where('group_id', '=', groupId)
      .execute();
    return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
  }

  const devicesOn = ({ tenant, site }: SiteKey) =>
    db
      .selectFrom('devices')
      .select(['id', 'hostname'])
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .execute();

  async function matching({ tenant, site, groupId }: GroupKey) {
    const patterns = await db
      .selectFrom('group_patterns')
      .select('pattern')
      .where('tenant', '=', tenant)
      .where('group_id', '=', groupId)
      .execute();
    const devices = await devicesOn({ tenant, site });
    const list = patterns.map(({ pattern }) => pattern);
    return new Set(
      devices.filter(({ hostname }) => matchesDevicePatterns(hostname, list)).map(({ id }) => id),
    );
  }

  return {
    async devicesAt(site, groupIds) {
      if (groupIds.size === 0) return new Set();
      const members = await db
        .selectFrom('group_members')
        .select(['user_id', 'device_id'])
        .where('tenant', '=', site.tenant)
        .where('group_id', 'in', [...groupIds])
        .execute();
      const people = new Set(members.map(({ user_id }) => user_id));
      const seats = (await seatsOn(site)).filter(({ userId }) => userId !== undefined && people.has(userId));
      const lists = (await readMatchGroups(db, site)).filter(({ id }) => groupIds.has(id));
      const matched = lists.length === 0 ? [] : await devicesOn(site);
      return new Set([
        ...members.flatMap(({ device_id }) => device_id ?? []),
        ...seats.map(({ deviceId }) => deviceId),
        ...matched.flatMap(({ id, hostname }) =>
          lists.some(({ patterns }) => matchesDevicePatterns(hostname, patterns)) ? [id] : [],
        ),
      ]);
    },

    async of(group) {
      const found = await db
        .selectFrom('groups')
        .select('definition_name')
        .where('tenant', '=', group.tenant)
        .where('site_id', '=', group.site)
        .where('id', '=', group.groupId)
        .executeTakeFirst();
      if (!found) return undefined;
      const seats = await seatsOn(group);
      if (found.definition_name === 'userGroup') {
        const userIds = await membersOf(group, 'user_id');
        const taken = seats.filter(({ userId }) => userId !== undefined && userIds.has(userId));
        return { userIds, deviceIds: new Set(taken.map(({ deviceId }) => deviceId)) };
      }
      const deviceIds =
        found.definition_name === 'deviceGroup' ? await membersOf(group, 'device_id') : await matching(group);
      const sitting = seats.flatMap(({ userId, deviceId }) =>
        userId !== undefined && deviceIds.has(deviceId) ? [userId] : [],
      );
      return { userIds: new Set(sitting), deviceIds };
    },
  };
}
