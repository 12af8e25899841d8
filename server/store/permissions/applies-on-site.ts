import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';

/**
 * The condition that a row of `role_links` applies on the site: the role is linked to the site, to one of its
 * tags, or globally. On a deleted site no link applies. A nested site inherits none.
 */
export function appliesOnSite({ tenant, site }: SiteKey): Expression<SqlBool> {
  const is = expressionBuilder<Database, 'role_links'>();
  return is.or([
    is.and([
      is('role_links.global', '=', true),
      is.exists(
        is
          .selectFrom('sites')
          .select('sites.id')
          .where((row) => row.and({ 'sites.tenant': tenant, 'sites.id': site })),
      ),
    ]),
    is('role_links.site_id', '=', site),
    is(
      'role_links.tag_id',
      'in',
      is
        .selectFrom('tag_links')
        .select('tag_links.tag_id')
        .where((row) => row.and({ 'tag_links.tenant': tenant, 'tag_links.site_id': site })),
    ),
  ]);
}
