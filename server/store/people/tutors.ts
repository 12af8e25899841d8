import type { Kysely, Selectable } from 'kysely';
import type { Tutor } from '#protocol/rest/tutor.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import type { TutorKey } from '../permissions/tutor-roles.ts';
import type { TutorTable } from '../tables/admin-tables.ts';

type Preferences = Record<string, unknown> & { favouriteGroups: string[] };

export type Tutors = {
  list(tenant: string, page: Page): Promise<Tutor[]>;
  /** With `site` only the tutor's permissions on that site, otherwise on every site. */
  find(tutor: TutorKey & { site?: string | undefined }): Promise<Tutor | undefined>;
  /** Replaces all preferences. False: the tutor does not exist. */
  savePreferences(tutor: TutorKey, preferences: Preferences): Promise<boolean>;
};

export function createTutors(db: Kysely<Database>): Tutors {
  /** Permissions of many tutors in one query. */
  const permissionsOf = (tenant: string, tutorIds: readonly string[], site: string | undefined) =>
    db
      .selectFrom('tutor_group_permissions as permission')
      .innerJoin('groups', (join) =>
        join.onRef('groups.tenant', '=', 'permission.tenant').onRef('groups.id', '=', 'permission.group_id'),
      )
      .select(['permission.tutor_id as tutorId', 'groups.id'])
      .where('permission.tenant', '=', tenant)
      .where('permission.tutor_id', 'in', tutorIds)
      .$if(site !== undefined, (query) => query.where('groups.site_id', '=', site ?? ''))
      .orderBy('groups.id', 'desc')
      .execute();

  const roomsOf = (tenant: string, tutorIds: readonly string[], site: string | undefined) =>
    db
      .selectFrom('live_room_members as member')
      .innerJoin('live_rooms', (join) =>
        join.onRef('live_rooms.tenant', '=', 'member.tenant').onRef('live_rooms.id', '=', 'member.room_id'),
      )
      .select(['member.member_id as tutorId', 'live_rooms.id'])
      .where('member.tenant', '=', tenant)
      .where('member.kind', '=', 'tutor')
      .where('member.member_id', 'in', tutorIds)
      .$if(site !== undefined, (query) => query.where('live_rooms.site_id', '=', site ?? ''))
      .orderBy('live_rooms.id', 'desc')
      .execute();

  async function toDocuments(tenant: string, rows: readonly Selectable<TutorTable>[], site?: string) {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.id);
    const permissions = await permissionsOf(tenant, ids, site);
    const rooms = await roomsOf(tenant, ids, site);
    const idsFor = (list: readonly { tutorId: string; id: string }[], tutorId: string) =>
      list.filter((each) => each.tutorId === tutorId).map((each) => each.id);
    return rows.map(
      (row): Tutor => ({
        id: row.id,
        name: row.name,
        primaryEmail: row.primary_email,
        properties: row.properties,
        permissions: idsFor(permissions, row.id),
        liveRooms: idsFor(rooms, row.id),
        preferences: row.preferences,
      }),
    );
  }

  return {
    async list(tenant, { limit, before }) {
      const rows = await inTenant(db, tenant)
        .selectFrom('tutors')
        .selectAll()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return toDocuments(tenant, rows);
    },

    async find({ tenant, tutorId, site }) {
      const row = await inTenant(db, tenant)
        .selectFrom('tutors')
        .selectAll()
        .where('id', '=', tutorId)
        .executeTakeFirst();
      return row && (await toDocuments(tenant, [row], site))[0];
    },

    async savePreferences({ tenant, tutorId }, preferences) {
      const { numUpdatedRows } = await inTenant(db, tenant)
        .updateTable('tutors')
        .set({ preferences: toJson(preferences) })
        .where('id', '=', tutorId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
