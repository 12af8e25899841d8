/** Tutors' actions and changes, newest first. `tutor-action-log.ts` and `resource-log.ts` write them. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { ResourceLog, TutorActionLog } from '#protocol/rest/event-log.ts';
import type { Database } from '../database.ts';
import { createLogNames, type LogPlace } from './log-names.ts';
import { isInPage, type LogPage } from './log-page.ts';

export type ActionsOf = { tutorId?: string | undefined; action?: string | undefined };
export type ResourcesOf = { tutorId?: string | undefined; resourceType?: string | undefined };

export type EventLogs = {
  actions(site: SiteKey, of: ActionsOf, page: LogPage): Promise<TutorActionLog[]>;
  resources(site: SiteKey, of: ResourcesOf, page: LogPage): Promise<ResourceLog[]>;
  /** Changes in the admin realm, with the network addresses they came from. */
  adminChanges(tenant: string, of: ResourcesOf, page: LogPage): Promise<ResourceLog[]>;
};

const COLUMNS = { time: 'logged_time', id: 'id' };

/** Rows of the place (and of one tutor, if given) that are in the page. */
function isWanted(
  { tenant, site }: LogPlace,
  tutorId: string | undefined,
  page: LogPage,
): RawBuilder<SqlBool> {
  const isTutors = tutorId === undefined ? sql`true` : sql`tutor_id = ${tutorId}`;
  const isThere = site === undefined ? sql`site_id is null` : sql`site_id = ${site}`;
  return sql<SqlBool>`tenant = ${tenant} and ${isThere} and ${isTutors} and ${isInPage(COLUMNS, page)}`;
}

export function createEventLogs(db: Kysely<Database>): EventLogs {
  const names = createLogNames(db);
  const tutorsOf = (site: LogPlace, rows: readonly { tutor_id: string }[]) =>
    names.of(
      site,
      'tutors',
      rows.map(({ tutor_id }) => tutor_id),
    );

  async function resourceRows(
    key: LogPlace,
    { tutorId, resourceType }: ResourcesOf,
    page: LogPage,
  ): Promise<ResourceLog[]> {
    const rows = await db
      .selectFrom('resource_logs')
      .selectAll()
      .where(isWanted(key, tutorId, page))
      .$if(resourceType !== undefined, (query) => query.where('resource_type', '=', resourceType ?? ''))
      .orderBy('logged_time', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute();
    const tutors = await tutorsOf(key, rows);
    const named = new Map<string, ReadonlyMap<string, string>>();
    for (const type of new Set(rows.map(({ resource_type }) => resource_type))) {
      const ofType = rows.filter(({ resource_type }) => resource_type === type);
      const ids = ofType.flatMap(({ resource_id }) => resource_id ?? []);
      named.set(type, await names.of(key, type, ids));
    }
    return rows.map((row) => ({
      id: row.id,
      loggedTime: row.logged_time.toISOString(),
      tutorId: row.tutor_id,
      tutorName: tutors.get(row.tutor_id) ?? null,
      parameters: row.parameters,
      resourceType: row.resource_type,
      resourceId: row.resource_id,
      resourceName: named.get(row.resource_type)?.get(row.resource_id ?? '') ?? null,
    }));
  }

  return {
    async actions(key, { tutorId, action }, page) {
      const rows = await db
        .selectFrom('tutor_action_logs')
        .selectAll()
        .where(isWanted(key, tutorId, page))
        .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
        .orderBy('logged_time', 'desc')
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
      const tutors = await tutorsOf(key, rows);
      const groups = await names.of(
        key,
        'groups',
        rows.flatMap(({ target_group_id }) => target_group_id ?? []),
      );
      return rows.map((row) => ({
        id: row.id,
        loggedTime: row.logged_time.toISOString(),
        tutorId: row.tutor_id,
        tutorName: tutors.get(row.tutor_id) ?? null,
        action: row.action,
        parameters: row.parameters,
        targetGroupId: row.target_group_id,
        targetGroupName: groups.get(row.target_group_id ?? '') ?? null,
        targetUserName: row.target_user_name,
        combinedTargetIdentifier: row.combined_target_identifier,
      }));
    },

    async resources(key, of, page) {
      const rows = await resourceRows(key, of, page);
      // Network addresses are hidden from other tutors.
      return rows.map(({ parameters: { from: _from, ...parameters }, ...row }) => ({ ...row, parameters }));
    },

    adminChanges: (tenant, of, page) => resourceRows({ tenant, site: undefined }, of, page),
  };
}
