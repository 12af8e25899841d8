/** Creates, converts and deletes groups. `group-changes.ts` changes their fields. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { GroupKey, SiteKey } from '#base/site-key.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import type { GroupCreateBody } from '#protocol/rest/group-body.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { lockGroup } from './group-changes.ts';

export type Made =
  | { name: 'made'; groupId: string }
  /** The tenant does not have this directory, or it is disabled. */
  | { name: 'no-integration' }
  /** The site already has a group of this course. */
  | { name: 'taken'; group: string };

export type NewGroups = {
  make(site: SiteKey, group: GroupCreateBody): Promise<Made>;
  /**
   * Changes the kind of a group and removes its members and patterns, and its wake schedule if it becomes a
   * group of people. False: `former` is stale.
   */
  convert(group: GroupKey, kinds: { former: GroupDefinition; wanted: GroupDefinition }): Promise<boolean>;
  /** False: the group does not exist. */
  remove(group: GroupKey): Promise<boolean>;
};

export function createNewGroups(db: Kysely<Database>): NewGroups {
  return {
    make: ({ tenant, site }, group) =>
      db.transaction().execute(async (trx): Promise<Made> => {
        const { integrationId, nativeIdf } = group;
        if (integrationId !== null) {
          // Serialises concurrent imports of the same course.
          const integration = await inTenant(trx, tenant)
            .selectFrom('integrations')
            .select('disabled')
            .where('id', '=', integrationId)
            .forUpdate()
            .executeTakeFirst();
          if (!integration || integration.disabled) return { name: 'no-integration' };
          const taken = await inTenant(trx, tenant)
            .selectFrom('groups')
            .select('name')
            .where('site_id', '=', site)
            .where('integration_id', '=', integrationId)
            .where('native_idf', '=', nativeIdf)
            .executeTakeFirst();
          if (taken) return { name: 'taken', group: taken.name };
        }
        const groupId = randomUUID();
        await trx
          .insertInto('groups')
          .values({
            tenant,
            id: groupId,
            site_id: site,
            name: group.name,
            definition_name: group.definitionName,
            global: group.global,
            integration_id: integrationId,
            properties: toJson(group.properties),
            wol: null,
            meta: group.meta && toJson(group.meta),
            source: group.source,
            native_idf: nativeIdf,
            restrictions: group.restrictions && toJson(group.restrictions),
            settings: null,
          })
          .execute();
        return { name: 'made', groupId };
      }),

    convert: (key, { former, wanted }) =>
      db.transaction().execute(async (trx) => {
        await lockGroup(trx, key);
        const { numUpdatedRows } = await inTenant(trx, key.tenant)
          .updateTable('groups')
          .set({
            definition_name: wanted,
            updated_at: new Date(),
            ...(wanted === 'userGroup' && { wol: null }),
          })
          .where('site_id', '=', key.site)
          .where('id', '=', key.groupId)
          .where('definition_name', '=', former)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        for (const table of ['group_members', 'group_patterns'] as const) {
          await trx
            .deleteFrom(table)
            .where('tenant', '=', key.tenant)
            .where('group_id', '=', key.groupId)
            .execute();
        }
        return true;
      }),

    async remove({ tenant, site, groupId }) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('groups')
        .where('site_id', '=', site)
        .where('id', '=', groupId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
