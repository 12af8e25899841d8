/** Which groups, people, devices and rooms reach each other on one site. Every answer is read from the tables. */
import type { Kysely } from 'kysely';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import type { Database } from '../database.ts';

export type SiteKey = { tenant: string; site: string };
type TutorKey = SiteKey & { tutorId: string };
type ClientKey = SiteKey & { clientId: string };

export type Reach = {
  /** Ids of the site's groups that a tutor has permission for. */
  groupsOfTutor(tutor: TutorKey): Promise<ReadonlySet<string>>;
  /** Ids of the groups that a client is in: by its user, its device, or its hostname; sorted. */
  groupsOfClient(client: ClientKey): Promise<readonly string[]>;
  /** Ids of the groups that a person is in, or sits at a device of. `userId` may be a session's. */
  groupsOfPerson(person: SiteKey & { userId: string }): Promise<ReadonlySet<string>>;
  /** Ids of the groups that a device is in, or who sits at it now. */
  groupsAtDevice(device: SiteKey & { deviceId: string }): Promise<ReadonlySet<string>>;
  /** Ids of the chat rooms that a tutor is a member of. */
  roomsOfTutor(tutor: TutorKey): Promise<ReadonlySet<string>>;
  /** Ids of the chat rooms that the person at a client was invited to, alone or with a group. */
  roomsOfClient(client: ClientKey): Promise<ReadonlySet<string>>;
};

type Seat = { user_id: string; auth_type: 'user' | 'session'; device_id: string | null; hostname: string };
const SEAT = ['user_id', 'auth_type', 'device_id', 'hostname'] as const;

/** The device match groups of a site with their patterns. */
export type MatchGroups = readonly { id: string; patterns: readonly string[] }[];

/** `matchGroups` may keep its answers: it is asked for every client, and is the same for a whole site. */
export function createReach(
  db: Kysely<Database>,
  matchGroups: (site: SiteKey) => Promise<MatchGroups> = (site) => readMatchGroups(db, site),
): Reach {
  const readSeat = ({ tenant, site, clientId }: ClientKey): Promise<Seat | undefined> =>
    db
      .selectFrom('clients')
      .select(SEAT)
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where('id', '=', clientId)
      .executeTakeFirst();

  async function groupsWith(
    { tenant, site }: SiteKey,
    column: 'user_id' | 'device_id',
    member: string | null,
  ): Promise<string[]> {
    if (member === null) return [];
    const rows = await db
      .selectFrom('group_members')
      .innerJoin('groups', (join) =>
        join
          .onRef('groups.tenant', '=', 'group_members.tenant')
          .onRef('groups.id', '=', 'group_members.group_id'),
      )
      .select('groups.id')
      .where('group_members.tenant', '=', tenant)
      .where(`group_members.${column}`, '=', member)
      .where('groups.site_id', '=', site)
      .where('groups.definition_name', '=', column === 'user_id' ? 'userGroup' : 'deviceGroup')
      .execute();
    return rows.map((row) => row.id);
  }

  async function groupsOfDevice(site: SiteKey, seat: Seat): Promise<string[]> {
    const matching = (await matchGroups(site)).filter(({ patterns }) =>
      matchesDevicePatterns(seat.hostname, patterns),
    );
    return [...(await groupsWith(site, 'device_id', seat.device_id)), ...matching.map(({ id }) => id)];
  }

  async function groupsOfSeat(site: SiteKey, seat: Seat): Promise<string[]> {
    const ofUser = seat.auth_type === 'user' ? await groupsWith(site, 'user_id', seat.user_id) : [];
    return [...ofUser, ...(await groupsOfDevice(site, seat))].sort();
  }

  /**
   * Where a person sits now: the devices that nobody has used since. Otherwise whoever once used a machine of
   * the library would stay within reach of the library's tutors.
   */
  function seatsOf({ tenant, site }: SiteKey, userId: string): Promise<Seat[]> {
    return db
      .selectFrom('clients')
      .select(SEAT)
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where('user_id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('clients as later')
              .select('later.id')
              .whereRef('later.tenant', '=', 'clients.tenant')
              .whereRef('later.site_id', '=', 'clients.site_id')
              .whereRef('later.device_id', '=', 'clients.device_id')
              .whereRef('later.last_seen_at', '>', 'clients.last_seen_at'),
          ),
        ),
      )
      .execute();
  }

  const roomsWith = ({ tenant, site }: SiteKey) =>
    db
      .selectFrom('live_rooms')
      .innerJoin('live_room_members as member', (join) =>
        join.onRef('member.tenant', '=', 'live_rooms.tenant').onRef('member.room_id', '=', 'live_rooms.id'),
      )
      .select('live_rooms.id')
      .where('live_rooms.tenant', '=', tenant)
      .where('live_rooms.site_id', '=', site);

  return {
    async groupsOfTutor({ tenant, site, tutorId }) {
      const rows = await db
        .selectFrom('tutor_group_permissions as permission')
        .innerJoin('groups', (join) =>
          join
            .onRef('groups.tenant', '=', 'permission.tenant')
            .onRef('groups.id', '=', 'permission.group_id'),
        )
        .select('groups.id')
        .where('permission.tenant', '=', tenant)
        .where('permission.tutor_id', '=', tutorId)
        .where('groups.site_id', '=', site)
        .orderBy('groups.id', 'desc')
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    async groupsOfClient(client) {
      const seat = await readSeat(client);
      return seat ? groupsOfSeat(client, seat) : [];
    },

    async groupsOfPerson({ userId, ...site }) {
      const seats = await seatsOf(site, userId);
      const ofSeats = await Promise.all(seats.map((seat) => groupsOfDevice(site, seat)));
      return new Set([...(await groupsWith(site, 'user_id', userId)), ...ofSeats.flat()]);
    },

    async groupsAtDevice({ deviceId, ...site }) {
      const device = await db
        .selectFrom('devices')
        .select('hostname')
        .where('tenant', '=', site.tenant)
        .where('site_id', '=', site.site)
        .where('id', '=', deviceId)
        .executeTakeFirst();
      if (!device) return new Set();
      const seat = await db
        .selectFrom('clients')
        .select(SEAT)
        .where('tenant', '=', site.tenant)
        .where('site_id', '=', site.site)
        .where('device_id', '=', deviceId)
        .orderBy('last_seen_at', (order) => order.desc().nullsLast())
        .limit(1)
        .executeTakeFirst();
      const empty: Seat = { user_id: '', auth_type: 'session', device_id: deviceId, ...device };
      return new Set(await groupsOfSeat(site, seat ?? empty));
    },

    async roomsOfTutor({ tutorId, ...site }) {
      const rows = await roomsWith(site)
        .where('member.kind', '=', 'tutor')
        .where('member.member_id', '=', tutorId)
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    async roomsOfClient(client) {
      const seat = await readSeat(client);
      if (!seat) return new Set();
      const groups = await groupsOfSeat(client, seat);
      const rows = await roomsWith(client)
        .where(({ or, and, eb }) =>
          or([
            and([eb('member.kind', '=', 'user'), eb('member.member_id', '=', seat.user_id)]),
            // An empty list would be `in ()`, which is no SQL.
            and([eb('member.kind', '=', 'group'), eb('member.member_id', 'in', ['', ...groups])]),
          ]),
        )
        .execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}

/** Also of a group without patterns, which every device matches (decision 27). */
export async function readMatchGroups(db: Kysely<Database>, { tenant, site }: SiteKey): Promise<MatchGroups> {
  const rows = await db
    .selectFrom('groups')
    .leftJoin('group_patterns', (join) =>
      join
        .onRef('group_patterns.tenant', '=', 'groups.tenant')
        .onRef('group_patterns.group_id', '=', 'groups.id'),
    )
    .select(['groups.id', 'group_patterns.pattern'])
    .where('groups.tenant', '=', tenant)
    .where('groups.site_id', '=', site)
    .where('groups.definition_name', '=', 'deviceMatchGroup')
    .orderBy('groups.id')
    .execute();
  const patterns = new Map<string, string[]>();
  for (const { id, pattern } of rows) {
    const known = patterns.get(id) ?? [];
    if (pattern !== null) known.push(pattern);
    patterns.set(id, known);
  }
  return [...patterns].map(([id, list]) => ({ id, patterns: list }));
}
