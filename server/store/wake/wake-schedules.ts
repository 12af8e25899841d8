/** Weekly wake schedules of groups. */

import { type Kysely, sql } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { aheadOf } from '../wrong-clock.ts';

/** 0 = Sunday; `time` is HH:MM. */
export type WakePeriod = { day: number; time: string };

export type WakeSchedules = {
  /** Device groups of all tenants with this period in their schedule, on sites that have waking enabled. */
  due(period: WakePeriod): Promise<GroupKey[]>;
  /** True for one caller only, which then wakes the group for this minute. */
  claim(group: GroupKey, minute: Date): Promise<boolean>;
  /** Allows another claim after the group could not be woken for this minute. */
  release(group: GroupKey, minute: Date): Promise<void>;
};

export function createWakeSchedules(db: Kysely<Database>): WakeSchedules {
  return {
    async due({ day, time }) {
      const rows = await db
        .selectFrom('groups')
        .select(['tenant', 'site_id', 'id'])
        .where('definition_name', '!=', 'userGroup')
        .where(sql<boolean>`wol @> ${JSON.stringify({ enabled: true, periods: [{ day, time }] })}::jsonb`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('site_client_settings as settings')
                .select('settings.id')
                .whereRef('settings.tenant', '=', 'groups.tenant')
                .whereRef('settings.site_id', '=', 'groups.site_id')
                .where(sql<boolean>`settings.settings @> '{"wol": {"enabled": false}}'::jsonb`),
            ),
          ),
        )
        .orderBy('tenant')
        .orderBy('id')
        .execute();
      return rows.map(({ tenant, site_id, id }) => ({ tenant, site: site_id, groupId: id }));
    },

    async claim({ tenant, site, groupId }, minute) {
      const { numUpdatedRows } = await inTenant(db, tenant)
        .updateTable('groups')
        .set({ wake_sent_at: minute })
        .where('site_id', '=', site)
        .where('id', '=', groupId)
        .where((is) =>
          is.or([
            is('wake_sent_at', 'is', null),
            is('wake_sent_at', '<', minute),
            is('wake_sent_at', '>', aheadOf(minute)),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async release({ tenant, site, groupId }, minute) {
      await inTenant(db, tenant)
        .updateTable('groups')
        .set({ wake_sent_at: null })
        .where('site_id', '=', site)
        .where('id', '=', groupId)
        .where('wake_sent_at', '=', minute)
        .execute();
    },
  };
}
