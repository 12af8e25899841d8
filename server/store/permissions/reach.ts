/** Determines in the tables which groups, people, devices and rooms reach each other on one site. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { type MatchGroups, readMatchGroups } from './match-groups.ts';
import { type ClientSeat, createSeats } from './seats.ts';

type TutorKey = SiteKey & { tutorId: string };
type ClientKey = SiteKey & { clientId: string };

export type Reach = {
  /** Ids of the site's groups that a tutor has permission for. */
  groupsOfTutor(tutor: TutorKey): Promise<ReadonlySet<string>>;
  /** Sorted ids of the groups that a client is in: by its user, its device, or its hostname. */
  groupsOfClient(client: ClientKey): Promise<readonly string[]>;
  /** Ids of the groups of a person and of the devices they sit at. `userId` may be a session's. */
  groupsOfPerson(person: SiteKey & { userId: string }): Promise<ReadonlySet<string>>;
  /** Ids of the groups of a device and of the person who sits at it now. */
  groupsAtDevice(device: SiteKey & { deviceId: string }): Promise<ReadonlySet<string>>;
  /** Ids of the chat rooms that a tutor is a member of. */
  roomsOfTutor(tutor: TutorKey): Promise<ReadonlySet<string>>;
  /** Ids of the chat rooms to which the person at a client or its groups were invited, without removals. */
  roomsOfClient(client: ClientKey): Promise<ReadonlySet<string>>;
};

/** Groups and rooms of a client through its seat. Rooms are read on demand and cached with the groups. */
type Membership = { groups: readonly string[]; rooms(): Promise<ReadonlySet<string>> };
type ReadMembership = (client: ClientKey) => Promise<Membership | undefined>;

/**
 * `matchGroups` may cache, because its answer is the same for all clients of a site. `cacheMembership` may
 * too, because a connecting client needs both its groups and its rooms.
 */
export function createReach(
  db: Kysely<Database>,
  matchGroups: (site: SiteKey) => Promise<MatchGroups> = (site) => readMatchGroups(db, site),
  cacheMembership: (read: ReadMembership) => ReadMembership = (read) => read,
): Reach {
  const seats = createSeats(db);

  const membershipOf = cacheMembership(async (client) => {
    const seat = await seats.ofClient(client);
    if (!seat) return undefined;
    const groups = await groupsOfSeat(client, seat);
    return { groups, rooms: once(() => roomsOfSeat(db, client, { seat, groups })) };
  });

  async function groupsAtSeat(site: SiteKey, { device_id, hostname }: ClientSeat): Promise<string[]> {
    const matching = (await matchGroups(site)).filter((group) => group.matches(hostname));
    const listed = await groupsWith(db, site, { column: 'device_id', id: device_id });
    return [...listed, ...matching.map(({ id }) => id)];
  }

  /** The groups of the seat's device and of the person in it, sorted. */
  async function groupsOfSeat(site: SiteKey, seat: ClientSeat): Promise<string[]> {
    const user = { column: 'user_id', id: seat.user_id } as const;
    const ofUser = seat.auth_type === 'user' ? await groupsWith(db, site, user) : [];
    return [...ofUser, ...(await groupsAtSeat(site, seat))].sort();
  }

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
      return (await membershipOf(client))?.groups ?? [];
    },

    async groupsOfPerson(person) {
      const taken = await seats.ofPerson(person);
      const ofSeats = await Promise.all(taken.map((seat) => groupsAtSeat(person, seat)));
      const ofUser = await groupsWith(db, person, { column: 'user_id', id: person.userId });
      return new Set([...ofUser, ...ofSeats.flat()]);
    },

    async groupsAtDevice(device) {
      const seat = await seats.atDevice(device);
      return new Set(seat && (await groupsOfSeat(device, seat)));
    },

    async roomsOfTutor({ tutorId, ...site }) {
      const rows = await roomsWith(db, site)
        .where('member.kind', '=', 'tutor')
        .where('member.member_id', '=', tutorId)
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    async roomsOfClient(client) {
      const membership = await membershipOf(client);
      return membership ? membership.rooms() : new Set<string>();
    },
  };
}

/** Concurrent callers share one answer; after a failure the next call reads again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= read().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}

/** Groups of a site that have this user or device as a listed member. */
async function groupsWith(
  db: Kysely<Database>,
  { tenant, site }: SiteKey,
  member: { column: 'user_id' | 'device_id'; id: string | null },
): Promise<string[]> {
  if (member.id === null) return [];
  const rows = await inTenant(db, tenant)
    .selectFrom('group_members')
    .innerJoin('groups', (join) =>
      join
        .onRef('groups.tenant', '=', 'group_members.tenant')
        .onRef('groups.id', '=', 'group_members.group_id'),
    )
    .select('groups.id')
    .where(`group_members.${member.column}`, '=', member.id)
    .where('groups.site_id', '=', site)
    .where('groups.definition_name', '=', member.column === 'user_id' ? 'userGroup' : 'deviceGroup')
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of the chat rooms to which the person in the seat, or one of these groups, was invited. */
async function roomsOfSeat(
  db: Kysely<Database>,
  site: SiteKey,
  { seat, groups }: { seat: ClientSeat; groups: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await roomsWith(db, site)
    .where(({ or, and, eb }) =>
      or([
        and([eb('member.kind', '=', 'user'), eb('member.member_id', '=', seat.user_id)]),
        // An empty list would become `in ()`, which is invalid SQL.
        and([eb('member.kind', '=', 'group'), eb('member.member_id', 'in', ['', ...groups])]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('live_room_members as removed')
            .select('removed.room_id')
            .whereRef('removed.tenant', '=', 'live_rooms.tenant')
            .whereRef('removed.room_id', '=', 'live_rooms.id')
            .where('removed.kind', '=', 'without')
            .where('removed.member_id', '=', seat.user_id),
        ),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The chat rooms of a site, one row for each of their members. */
const roomsWith = (db: Kysely<Database>, { tenant, site }: SiteKey) =>
  inTenant(db, tenant)
    .selectFrom('live_rooms')
    .innerJoin('live_room_members as member', (join) =>
      join.onRef('member.tenant', '=', 'live_rooms.tenant').onRef('member.room_id', '=', 'live_rooms.id'),
    )
    .select('live_rooms.id')
    .where('live_rooms.site_id', '=', site);
