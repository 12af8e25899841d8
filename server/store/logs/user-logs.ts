/** What happened on students' devices, newest first. Written by `device-event-log.ts`. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { type Database, toJson } from '../database.ts';
import type { SiteKey } from '../site-key.ts';
import type { UserLogTable } from '../tables/record-tables.ts';

/** Whose: all that is named must be so. Nothing named: the whole site's. */
export type UserLogsOf = {
  groupId?: string | undefined;
  userId?: string | undefined;
  clientId?: string | undefined;
};

export type UserLogs = {
  /** `before`: only older ones. */
  list(site: SiteKey, of: UserLogsOf, page: { limit: number; before: Date | undefined }): Promise<UserLog[]>;
  /** Answers how many there were. */
  remove(site: SiteKey, of: { groupId: string } | { userId: string }): Promise<number>;
};

/** An event is a group's whose member the person was when it happened. */
const inGroup = (groupId: string) => sql<boolean>`user_group_ids @> ${toJson([groupId])}::jsonb`;

export function createUserLogs(db: Kysely<Database>): UserLogs {
  return {
    async list({ tenant, site }, { groupId, userId, clientId }, { limit, before }) {
      const rows = await db
        .selectFrom('user_logs')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .$if(groupId !== undefined, (query) => query.where(inGroup(groupId ?? '')))
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
        .$if(before !== undefined, (query) => query.where('time_triggered', '<', before ?? new Date()))
        .orderBy('time_triggered', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toUserLog);
    },

    async remove({ tenant, site }, of) {
      const { numDeletedRows } = await db
        .deleteFrom('user_logs')
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where((is) => ('groupId' in of ? inGroup(of.groupId) : is('user_id', '=', of.userId)))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const toUserLog = (row: Selectable<UserLogTable>): UserLog => ({
  id: row.id,
  timeTriggered: row.time_triggered.toISOString(),
  read: row.read,
  rule: row.rule,
  userId: row.user_id,
  userName: row.user_name,
  userEmail: row.user_email,
  clientId: row.client_id,
  // The column takes any text; the tables know no third kind.
  authType: row.auth_type === 'session' ? 'session' : 'user',
  combinedIdentifier: row.combined_identifier,
  userGroupIds: row.user_group_ids,
  policyId: row.policy_id,
  text: row.text,
  effectType: row.effect_type,
  actionType: row.action_type,
  appliedById: row.applied_by_id,
  requestedById: row.requested_by_id,
  context: row.context,
  requestContext: row.request_context,
  mediaImages: row.media_images,
  mediaVideos: row.media_videos,
});
