import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** Tutors with the role that opens the console: on the site, on one of its tags, or everywhere. */
export const siteTutors = (db: Kysely<Database>, { tenant, site }: SiteKey) =>
  inTenant(db, tenant)
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
          .where((is) =>
            is.or([
              is('role_links.global', '=', true),
              is('role_links.site_id', '=', site),
              is(
                'role_links.tag_id',
                'in',
                inTenant(db, tenant).selectFrom('tag_links').select('tag_id').where('site_id', '=', site),
              ),
            ]),
          ),
      ),
    );
