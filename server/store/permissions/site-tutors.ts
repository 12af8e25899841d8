import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { appliesOnSite } from './applies-on-site.ts';

/** Tutors with the role that opens the console of the site. */
export const siteTutors = (db: Kysely<Database>, site: SiteKey) =>
  inTenant(db, site.tenant)
    .selectFrom('tutors')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_links')
          .innerJoin('roles', (join) =>
            join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
          )
          .select('role_links.id')
          .whereRef('role_links.tenant', '=', 'tutors.tenant')
          .whereRef('role_links.tutor_id', '=', 'tutors.id')
          .where('roles.name', '=', 'consoleUser')
          .where(appliesOnSite(site)),
      ),
    );
