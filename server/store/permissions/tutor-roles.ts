/** The rights that a tutor's role links add up to. */

import type { Kysely } from 'kysely';
import type { RoleName } from '#domain/people/roles.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { appliesOnSite } from './applies-on-site.ts';

export type TutorKey = { tenant: string; tutorId: string };

/** The role that lets a tutor into the console of a site. */
const ENTRY_ROLE: RoleName = 'consoleUser';
const ADMIN_ROLE: RoleName = 'superAdmin';

export type TutorRoles = {
  /**
   * The names of the roles on a site, as `appliesOnSite` has them. Without a site (the admin realm) only the
   * global ones.
   */
  effectiveRoles(tutor: TutorKey & { site: string | undefined }): Promise<readonly string[]>;
  /** The sites whose console the tutor may enter, by name. */
  sites(tutor: TutorKey): Promise<readonly { id: string; name: string }[]>;
  /** True for super admins and for everyone who may grant a role to others. */
  managementAccess(tutor: TutorKey): Promise<boolean>;
  /** Ids of the sites on which the tutor may grant some role; `all`: the whole tenant, for super admins. */
  managedSites(tutor: TutorKey): Promise<'all' | readonly string[]>;
};

export function createTutorRoles(db: Kysely<Database>): TutorRoles {
  const linksOf = ({ tenant, tutorId }: TutorKey) =>
    inTenant(db, tenant)
      .selectFrom('role_links')
      .innerJoin('roles', (join) =>
        join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
      )
      .where('role_links.tutor_id', '=', tutorId);

  return {
    async effectiveRoles({ tenant, tutorId, site }) {
      const rows = await linksOf({ tenant, tutorId })
        .select('roles.name')
        .distinct()
        .where((is) =>
          site === undefined ? is('role_links.global', '=', true) : appliesOnSite({ tenant, site }),
        )
        .orderBy('roles.name')
        .execute();
      return rows.map((row) => row.name);
    },

    async sites({ tenant, tutorId }) {
      const links = await linksOf({ tenant, tutorId })
        .select(['role_links.global', 'role_links.site_id', 'role_links.tag_id'])
        .where('roles.name', '=', ENTRY_ROLE)
        .execute();
      if (links.length === 0) return [];
      const sites = await inTenant(db, tenant)
        .selectFrom('sites')
        .select(['id', 'name'])
        .orderBy('name')
        .execute();
      if (links.some((link) => link.global)) return sites;
      const tags = new Set(links.map((link) => link.tag_id));
      const tagged = await inTenant(db, tenant)
        .selectFrom('tag_links')
        .select(['site_id', 'tag_id'])
        .execute();
      const entered = new Set([
        ...links.map((link) => link.site_id),
        ...tagged.filter((link) => tags.has(link.tag_id)).map((link) => link.site_id),
      ]);
      return sites.filter((site) => entered.has(site.id));
    },

    async managementAccess(tutor) {
      const link = await linksOf(tutor)
        .select('role_links.id')
        .where((is) => is.or([is('role_links.can_grant', '=', true), is('roles.name', '=', ADMIN_ROLE)]))
        .limit(1)
        .executeTakeFirst();
      return link !== undefined;
    },

    async managedSites(tutor) {
      const links = await linksOf(tutor)
        .leftJoin('tag_links', (join) =>
          join
            .onRef('tag_links.tenant', '=', 'role_links.tenant')
            .onRef('tag_links.tag_id', '=', 'role_links.tag_id'),
        )
        .select((of) => [
          'role_links.global',
          of.fn.coalesce('role_links.site_id', 'tag_links.site_id').as('site'),
        ])
        .where((is) => is.or([is('role_links.can_grant', '=', true), is('roles.name', '=', ADMIN_ROLE)]))
        .execute();
      if (links.some((link) => link.global)) return 'all';
      return [...new Set(links.flatMap(({ site }) => site ?? []))];
    },
  };
}
