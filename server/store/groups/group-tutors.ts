/** The tutors of a site, and the tutors who see a group without being group maintainers. */

import type { Kysely, Transaction } from 'kysely';
import type { GroupKey, SiteKey } from '#base/site-key.ts';
import type { SiteTutorDocument } from '#protocol/rest/tutor.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import { siteTutors } from '../permissions/site-tutors.ts';
import { changed, type ListChange, lockGroup } from './group-changes.ts';

export type PermissionsOutcome =
  /** `changed`: ids of the tutors who gained or lost the permission. */
  { name: 'saved'; changed: readonly string[] } | { name: 'unknown'; ids: readonly string[] };

export type GroupTutors = {
  /** Tutors who may use the console of the site. */
  ofSite(site: SiteKey, page: Page): Promise<SiteTutorDocument[]>;
  /** Changes nothing if an id is not a tutor of the site. Permitted tutors who left the site may stay. */
  permit(group: GroupKey, list: ListChange): Promise<PermissionsOutcome>;
};

export function createGroupTutors(db: Kysely<Database>): GroupTutors {
  return {
    async ofSite(site, { limit, before }) {
      const rows = await siteTutors(db, site)
        .select(['tutors.id', 'tutors.name', 'tutors.primary_email', 'tutors.properties'])
        .$if(before !== undefined, (query) => query.where('tutors.id', '<', before ?? ''))
        .orderBy('tutors.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ id, name, primary_email, properties: { picture } }) => ({
        id,
        name,
        primaryEmail: primary_email,
        properties: typeof picture === 'string' ? { picture } : {},
      }));
    },

    permit: (group, list) =>
      db.transaction().execute(async (trx): Promise<PermissionsOutcome> => {
        await lockGroup(trx, group);
        const now = await permittedOf(trx, group);
        const wanted = await changed(list, async () => now);
        const before = new Set(now);
        const added = wanted.filter((id) => !before.has(id));
        const known = new Set(await knownOf(trx, group, added));
        const unknown = added.filter((id) => !known.has(id));
        if (unknown.length > 0) return { name: 'unknown', ids: unknown };
        const after = new Set(wanted);
        const removed = now.filter((id) => !after.has(id));
        const { tenant, groupId } = group;
        if (removed.length > 0)
          await inTenant(trx, tenant)
            .deleteFrom('tutor_group_permissions')
            .where('group_id', '=', groupId)
            .where('tutor_id', 'in', removed)
            .execute();
        if (added.length > 0)
          await trx
            .insertInto('tutor_group_permissions')
            .values(added.map((tutor_id) => ({ tenant, tutor_id, group_id: groupId })))
            .execute();
        return { name: 'saved', changed: [...added, ...removed] };
      }),
  };
}

async function permittedOf(trx: Transaction<Database>, { tenant, groupId }: GroupKey): Promise<string[]> {
  const rows = await inTenant(trx, tenant)
    .selectFrom('tutor_group_permissions')
    .select('tutor_id')
    .where('group_id', '=', groupId)
    .execute();
  return rows.map(({ tutor_id }) => tutor_id);
}

async function knownOf(trx: Transaction<Database>, site: SiteKey, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await siteTutors(trx, site).select('tutors.id').where('tutors.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
