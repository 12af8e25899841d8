/** Stores the actions of tutors, one row per action, whatever its number of targets. */

import { createHash } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { combinedTarget, type Scope, type Target } from '#protocol/topics.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { TutorActionLogTable } from '../tables/record-tables.ts';
import type { TutorAction } from './tutor-action.ts';

export type TutorActionLog = {
  /** Stores actions that are not stored yet. Rejects when the database does. */
  keep(actions: readonly TutorAction[]): Promise<void>;
};

/** Rows in one statement. */
const BATCH = 200;
/** Maximum number of targets that a row lists. */
const MAX_LISTED = 1_000;

export function createTutorActionLog(db: Kysely<Database>): TutorActionLog {
  async function groupName({ tenant, site }: Scope, groupId: string): Promise<string | undefined> {
    const group = await inTenant(db, tenant)
      .selectFrom('groups')
      .select('name')
      .where('site_id', '=', site)
      .where('id', '=', groupId)
      .executeTakeFirst();
    return group?.name;
  }

  /** The person's name at the time of the action. */
  async function userName({ tenant, site }: Scope, target: Target): Promise<string | null> {
    if (target.to === 'group') return null;
    const user =
      target.authType === 'user'
        ? await inTenant(db, tenant)
            .selectFrom('users')
            .select('name')
            .where('id', '=', target.userId)
            .executeTakeFirst()
        : undefined;
    if (user) return user.name;
    const client = await inTenant(db, tenant)
      .selectFrom('clients')
      .select('user_name')
      .where('site_id', '=', site)
      .where('user_id', '=', target.userId)
      .executeTakeFirst();
    return client?.user_name ?? null;
  }

  async function rowOf(action: TutorAction): Promise<Insertable<TutorActionLogTable>> {
    const { tenant, site, tutorId, actionId, at, targets } = action;
    const [only, ...others] = targets;
    const one = others.length === 0 ? only : undefined;
    const group = one?.to === 'group' ? one : undefined;
    const also = {
      ...(others.length > 0 && { targets: targets.slice(0, MAX_LISTED).map(combinedTarget) }),
      ...(group && { groupName: await groupName(action, group.groupId) }),
    };
    const digest = createHash('sha256')
      .update(JSON.stringify([tutorId, actionId, at]))
      .digest('hex');
    return {
      // Ids ascend with time, because logs are paged by id.
      id: `action-${String(at).padStart(15, '0')}-${digest.slice(0, 16)}`,
      tenant,
      site_id: site,
      tutor_id: tutorId,
      action: action.action,
      logged_time: new Date(at),
      parameters: toJson({ ...action.parameters, ...also }),
      target_group_id: group?.groupId ?? null,
      target_user_name: one ? await userName(action, one) : null,
      combined_target_identifier: one ? combinedTarget(one) : (action.place ?? null),
    };
  }

  return {
    async keep(actions) {
      for (let from = 0; from < actions.length; from += BATCH) {
        const rows = await Promise.all(actions.slice(from, from + BATCH).map(rowOf));
        await db
          .insertInto('tutor_action_logs')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
          .execute();
      }
    },
  };
}
