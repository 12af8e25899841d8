/** Device match groups: groups whose members are the devices with a hostname that matches a pattern. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { createDeviceMatcher } from '#domain/devices/device-pattern.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** The device match groups of a site with their patterns. */
export type MatchGroups = readonly {
  id: string;
  patterns: readonly string[];
  matches(hostname: string): boolean;
}[];

/** A group without patterns is included, because every device matches it. */
export async function readMatchGroups(db: Kysely<Database>, { tenant, site }: SiteKey): Promise<MatchGroups> {
  const rows = await inTenant(db, tenant)
    .selectFrom('groups')
    .leftJoin('group_patterns', (join) =>
      join
        .onRef('group_patterns.tenant', '=', 'groups.tenant')
        .onRef('group_patterns.group_id', '=', 'groups.id'),
    )
    .select(['groups.id', 'group_patterns.pattern'])
    .where('groups.site_id', '=', site)
    .where('groups.definition_name', '=', 'deviceMatchGroup')
    .orderBy('groups.id')
    .execute();
  const patterns = new Map<string, string[]>();
  for (const { id, pattern } of rows) {
    const known = patterns.get(id) ?? [];
    if (pattern !== null) known.push(pattern);
    patterns.set(id, known);
  }
  return [...patterns].map(([id, list]) => ({ id, patterns: list, matches: createDeviceMatcher(list) }));
}
