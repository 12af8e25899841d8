/** Alerts of students' devices, newest first. `device-event-log.ts` writes them. */

import { type Kysely, type Selectable, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { MAX_USER_LOG_TIMES, type UserLog, type UserLogTimes } from '#protocol/rest/user-log.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { UserLogTable } from '../tables/record-tables.ts';
import { isInPage, type LogPage } from './log-page.ts';

/** Filters, all of which must match. Without any: all logs of the site. */
export type UserLogsOf = {
  groupId?: string | undefined;
  userId?: string | undefined;
  clientId?: string | undefined;
  /** The effect of the policy, or the action. */
  kind?: string | undefined;
};

export type UserLogs = {
  list(site: SiteKey, of: UserLogsOf, page: LogPage): Promise<UserLog[]>;
  /** Whether the site has any logs of a person or client, even a removed one. */
  hasAny(site: SiteKey, of: { userId: string } | { clientId: string }): Promise<boolean>;
  /** Times of the alerts of each person of the site after `since`. */
  times(site: SiteKey, since: Date): Promise<UserLogTimes[]>;
  /** Returns the number of removed logs. */
  remove(site: SiteKey, of: { groupId: string } | { userId: string }): Promise<number>;
};

/** Limit for a whole site, however old `since` is. */
const MAX_TIMES = 20_000;

export function createUserLogs(db: Kysely<Database>): UserLogs {
  /** An event belongs to the groups in which the person was a member at that time. */
  const idsOfGroup = (tenant: string, groupId: string) =>
    inTenant(db, tenant).selectFrom('user_log_groups').select('log_id').where('group_id', '=', groupId);

  return {
    async list({ tenant, site }, { groupId, userId, clientId, kind }, page) {
      // `user_log_groups` has an index with a group's alerts in order of time.
      const columns =
        groupId === undefined
          ? { time: 'user_logs.time_triggered', id: 'user_logs.id' }
          : { time: 'of_group.time_triggered', id: 'of_group.log_id' };
      const rows = await inTenant(db, tenant)
        .selectFrom('user_logs')
        .selectAll('user_logs')
        .$if(groupId !== undefined, (query) =>
          query.innerJoin('user_log_groups as of_group', (join) =>
            join
              .onRef('of_group.tenant', '=', 'user_logs.tenant')
              .onRef('of_group.log_id', '=', 'user_logs.id')
              .on('of_group.group_id', '=', groupId ?? ''),
          ),
        )
        .where('user_logs.site_id', '=', site)
        .$if(userId !== undefined, (query) => query.where('user_logs.user_id', '=', userId ?? ''))
        .$if(clientId !== undefined, (query) => query.where('user_logs.client_id', '=', clientId ?? ''))
        // Must equal the expression of the index, because the database uses the index only then.
        .$if(kind !== undefined, (query) => query.where(sql`coalesce(effect_type, action_type)`, '=', kind))
        .where(isInPage(columns, page))
        .orderBy(sql.ref(columns.time), 'desc')
        .orderBy(sql.ref(columns.id), 'desc')
        .limit(page.limit)
        .execute();
      const known = await whatIsKnown(db, { tenant, site }, rows);
      return rows.map((row) => toUserLog(row, known));
    },

    async hasAny({ tenant, site }, of) {
      const [column, id] =
        'userId' in of ? (['user_id', of.userId] as const) : (['client_id', of.clientId] as const);
      const found = await inTenant(db, tenant)
        .selectFrom('user_logs')
        .select('id')
        .where('site_id', '=', site)
        .where(column, '=', id)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async times({ tenant, site }, since) {
      const rows = await inTenant(db, tenant)
        .selectFrom('user_logs')
        .select(['user_id', 'client_id', 'time_triggered'])
        .where('site_id', '=', site)
        .where('time_triggered', '>', since)
        .orderBy('time_triggered', 'desc')
        .limit(MAX_TIMES)
        .execute();
      const found = new Map<string, UserLogTimes>();
      for (const { user_id: userId, client_id: clientId, time_triggered } of rows) {
        const key = JSON.stringify([userId, clientId]);
        const of = found.get(key) ?? { userId, clientId, times: [] };
        found.set(key, of);
        if (of.times.length < MAX_USER_LOG_TIMES) of.times.push(time_triggered.toISOString());
      }
      return [...found.values()];
    },

    async remove({ tenant, site }, of) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('user_logs')
        .where('site_id', '=', site)
        .where((is) =>
          'groupId' in of ? is('id', 'in', idsOfGroup(tenant, of.groupId)) : is('user_id', '=', of.userId),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

type Known = { people: ReadonlySet<string>; devices: ReadonlyMap<string, string> };

const inSite = ({ tenant, site }: SiteKey, table: 'users' | 'clients') =>
  sql`${sql.table(table)} where tenant = ${tenant} and site_id = ${site}`;

/** Logs outlive people and devices, so these ids tell a screen which links are valid. */
async function whatIsKnown(
  db: Kysely<Database>,
  site: SiteKey,
  rows: readonly Selectable<UserLogTable>[],
): Promise<Known> {
  const people = [...new Set(rows.map(({ user_id }) => user_id))];
  const clients = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  if (people.length === 0) return { people: new Set(), devices: new Map() };
  const known = await sql<{ id: string }>`
      select id from ${inSite(site, 'users')} and id in (${sql.join(people)})
      union select user_id from ${inSite(site, 'clients')} and user_id in (${sql.join(people)})`.execute(db);
  const devices =
    clients.length === 0
      ? []
      : await inTenant(db, site.tenant)
          .selectFrom('clients')
          .select(['id', 'hostname'])
          .where('site_id', '=', site.site)
          .where('id', 'in', clients)
          .execute();
  return {
    people: new Set(known.rows.map(({ id }) => id)),
    devices: new Map(devices.map(({ id, hostname }) => [id, hostname])),
  };
}

const toUserLog = (row: Selectable<UserLogTable>, known: Known): UserLog => ({
  id: row.id,
  timeTriggered: row.time_triggered.toISOString(),
  deviceTime: row.device_time?.toISOString() ?? null,
  read: row.read,
  rule: row.rule,
  userId: row.user_id,
  userName: row.user_name,
  userEmail: row.user_email,
  clientId: row.client_id,
  // The column is text, but the platform writes only these two values.
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
  isPersonKnown: known.people.has(row.user_id),
  deviceName: known.devices.get(row.client_id ?? '') ?? null,
});
