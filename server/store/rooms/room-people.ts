/** The members of a chat room, and the people who may be invited. */

import { type Kysely, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Invitable, RoomMembers, RoomPerson } from '#protocol/rest/live-room.ts';
import type { Database } from '../database.ts';
import type { Permitted } from '../groups/groups.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import { siteTutors } from '../permissions/site-tutors.ts';
import type { RoomAt } from './live-rooms.ts';

export type RoomPeople = {
  /** All people in the room, including those of its groups. */
  members(room: RoomAt, members: RoomMembers): Promise<RoomPerson[]>;
  /** The directory people that a tutor with these groups may invite, by descending id. */
  users(site: SiteKey, permitted: Permitted, page: Page): Promise<Invitable[]>;
  /** Guests (without a directory entry) who came after `since`, newest first. */
  guests(site: SiteKey, since: Date): Promise<Invitable[]>;
  /** Tutors who may use the console of the site. */
  tutors(site: SiteKey, page: Page): Promise<Invitable[]>;
  /** The `ids` of tutors who may use the console of the site. */
  tutorsAmong(site: SiteKey, ids: readonly string[]): Promise<readonly string[]>;
};

/** The limit is low, because the tutor's permission is checked for each guest. */
const MAX_GUESTS = 300;

type Person = { id: string; name: string; picture: string | null };

export function createRoomPeople(db: Kysely<Database>): RoomPeople {
  return {
    async members(room, { users, groups, tutors, without }) {
      const people = await usersIn(db, room, { users, groups });
      const known = new Set(people.map(({ id }) => id));
      const guests = await guestsIn(
        db,
        room,
        users.filter((id) => !known.has(id)),
      );
      const colleagues = await tutorsIn(db, room.tenant, tutors);
      const present = await presentIn(db, room);
      const gone = new Set(without);
      const guestIds = new Set(guests.map(({ id }) => id));
      const member = (kind: RoomPerson['kind']) => (person: Person) => ({
        ...person,
        kind,
        isGuest: guestIds.has(person.id),
        active: present.has(`${kind} ${person.id}`),
      });
      return [
        ...colleagues.map(member('tutor')),
        ...[...people, ...guests].filter(({ id }) => !gone.has(id)).map(member('user')),
      ];
    },

    async users({ tenant, site }, permitted, { limit, before }) {
      const rows = await inTenant(db, tenant)
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('site_id', '=', site)
        .$if(permitted !== 'all', (query) =>
          query.where('id', 'in', (of) =>
            of
              .selectFrom('group_members')
              .select('user_id')
              .where('tenant', '=', tenant)
              .where('user_id', 'is not', null)
              // An empty list would become `in ()`, which is invalid SQL.
              .where('group_id', 'in', ['', ...permitted])
              .$castTo<{ user_id: string }>(),
          ),
        )
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows;
    },

    async guests({ tenant, site }, since) {
      const rows = await inTenant(db, tenant)
        .selectFrom('clients')
        .select(['user_id as id', 'user_name as name'])
        .where('site_id', '=', site)
        .where('auth_type', '=', 'session')
        .where('last_seen_at', '>', since)
        .orderBy('last_seen_at', 'desc')
        .limit(MAX_GUESTS)
        .execute();
      return [...new Map(rows.map((row) => [row.id, row])).values()];
    },

    async tutors(site, { limit, before }) {
      const rows = await siteTutors(db, site)
        .select(['tutors.id', 'tutors.name', 'tutors.primary_email'])
        .$if(before !== undefined, (query) => query.where('tutors.id', '<', before ?? ''))
        .orderBy('tutors.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, name, primary_email }) => ({
        id,
        name: name ?? primary_email,
        email: primary_email,
      }));
    },

    async tutorsAmong(site, ids) {
      if (ids.length === 0) return [];
      const rows = await siteTutors(db, site).select('tutors.id').where('tutors.id', 'in', ids).execute();
      return rows.map(({ id }) => id);
    },
  };
}

async function usersIn(
  db: Kysely<Database>,
  { tenant, site }: RoomAt,
  { users, groups }: Pick<RoomMembers, 'users' | 'groups'>,
): Promise<Person[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('users')
    .select(['id', 'name', sql<string | null>`properties->>'picture'`.as('picture')])
    .where('site_id', '=', site)
    .where(({ or, eb, selectFrom }) =>
      or([
        // An empty list would become `in ()`, which is invalid SQL.
        eb('id', 'in', ['', ...users]),
        eb(
          'id',
          'in',
          selectFrom('group_members')
            .select('user_id')
            .where('tenant', '=', tenant)
            .where('user_id', 'is not', null)
            .where('group_id', 'in', ['', ...groups])
            .$castTo<{ user_id: string }>(),
        ),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows;
}

/** Guests of a session, who are in no directory, under the name they entered. */
async function guestsIn(
  db: Kysely<Database>,
  { tenant, site }: RoomAt,
  ids: readonly string[],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const rows = await inTenant(db, tenant)
    .selectFrom('clients')
    .distinctOn('user_id')
    .select(['user_id as id', 'user_name as name'])
    .where('site_id', '=', site)
    .where('auth_type', '=', 'session')
    .where('user_id', 'in', ids)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ ...row, picture: null }));
}

async function tutorsIn(db: Kysely<Database>, tenant: string, ids: readonly string[]): Promise<Person[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('tutors')
    .select(['id', 'name', 'primary_email', sql<string | null>`properties->>'picture'`.as('picture')])
    .where('id', 'in', ['', ...ids])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, primary_email, picture }) => ({ id, name: name ?? primary_email, picture }));
}

/** Members whose latest status is connected. */
async function presentIn(db: Kysely<Database>, { tenant, roomId }: RoomAt): Promise<ReadonlySet<string>> {
  const rows = await inTenant(db, tenant)
    .selectFrom('live_room_history')
    .distinctOn(['user_id', 'tutor_id'])
    .select(['user_id', 'tutor_id', 'action'])
    .where('room_id', '=', roomId)
    .where('kind', '=', 'status')
    .orderBy('user_id')
    .orderBy('tutor_id')
    .orderBy('sent_at', 'desc')
    .execute();
  return new Set(
    rows
      .filter(({ action }) => action === 'connected')
      .map(({ user_id, tutor_id }) => (tutor_id === null ? `user ${user_id}` : `tutor ${tutor_id}`)),
  );
}
