/** The people and devices that a group's policies reach: its members, and the counterparts at their seats. */

import { type Kysely, sql } from 'kysely';
import type { GroupKey, SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { readMatchGroups } from '../permissions/match-groups.ts';
import { readMatchingIds } from './matching-devices.ts';

export type Audience = { userIds: ReadonlySet<string>; deviceIds: ReadonlySet<string> };

export type GroupAudience = {
  /**
   * For a group of people: the members and the devices that they used last. For a group of devices: the
   * members and the directory people who used them last. Undefined: the group does not exist.
   */
  of(group: GroupKey): Promise<Audience | undefined>;
  /** The combined audience of several groups of people or devices. */
  ofAny(site: SiteKey, groupIds: ReadonlySet<string>): Promise<Audience>;
};

type Seat = { userId: string | undefined; deviceId: string };
type Groups = SiteKey & { groupIds: ReadonlySet<string> };

export function createGroupAudience(db: Kysely<Database>): GroupAudience {
  const membersOf = ({ tenant, groupIds }: Groups) =>
    inTenant(db, tenant)
      .selectFrom('group_members')
      .select(['user_id', 'device_id'])
      .where('group_id', 'in', [...groupIds]);

  /** The last directory user of these devices, and of each device that a member of the groups has used. */
  async function seatsAt(groups: Groups, deviceIds: ReadonlySet<string>): Promise<Seat[]> {
    const { tenant, site } = groups;
    const usedByMembers = db
      .selectFrom('clients as used')
      .select('used.device_id')
      .where('used.tenant', '=', tenant)
      .where('used.site_id', '=', site)
      .where(
        'used.user_id',
        'in',
        membersOf(groups).clearSelect().select('user_id').where('user_id', 'is not', null),
      );
    const named = db.selectNoFrom(sql<string>`unnest(${[...deviceIds]}::text[])`.as('device_id'));
    const rows = await inTenant(db, tenant)
      .selectFrom('clients')
      .distinctOn('device_id')
      .select(['device_id', 'user_id', 'auth_type'])
      .where('site_id', '=', site)
      .where('device_id', 'in', usedByMembers.unionAll(named))
      .orderBy('device_id')
      .orderBy('last_seen_at', (order) => order.desc().nullsLast())
      .execute();
    return rows.flatMap(({ device_id, user_id, auth_type }) =>
      device_id === null ? [] : [{ deviceId: device_id, userId: auth_type === 'user' ? user_id : undefined }],
    );
  }

  async function matching(groups: Groups): Promise<readonly string[]> {
    const lists = (await readMatchGroups(db, groups)).filter(({ id }) => groups.groupIds.has(id));
    if (lists.length === 0) return [];
    const matches = (hostname: string) => lists.some((list) => list.matches(hostname));
    return readMatchingIds(db, groups, matches, { limit: Number.POSITIVE_INFINITY, before: undefined });
  }

  async function ofAny(groups: Groups): Promise<Audience> {
    if (groups.groupIds.size === 0) return { userIds: new Set(), deviceIds: new Set() };
    const members = await membersOf(groups).execute();
    const people = new Set(members.flatMap(({ user_id }) => user_id ?? []));
    const devices = new Set([
      ...members.flatMap(({ device_id }) => device_id ?? []),
      ...(await matching(groups)),
    ]);
    const seats = await seatsAt(groups, devices);
    const sitting = seats.flatMap(({ userId, deviceId }) => (devices.has(deviceId) ? (userId ?? []) : []));
    const taken = seats.flatMap(({ userId, deviceId }) =>
      userId !== undefined && people.has(userId) ? deviceId : [],
    );
    return { userIds: new Set([...people, ...sitting]), deviceIds: new Set([...devices, ...taken]) };
  }

  return {
    ofAny: (site, groupIds) => ofAny({ ...site, groupIds }),

    async of({ groupId, ...site }) {
      const found = await inTenant(db, site.tenant)
        .selectFrom('groups')
        .select('id')
        .where('site_id', '=', site.site)
        .where('id', '=', groupId)
        .executeTakeFirst();
      return found && ofAny({ ...site, groupIds: new Set([groupId]) });
    },
  };
}
