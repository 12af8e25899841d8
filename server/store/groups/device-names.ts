import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';

export type DeviceName = { id: string; hostname: string };

/** A page of the site's devices with their hostnames, by descending id. */
export const readDeviceNames = (
  db: Kysely<Database>,
  { tenant, site }: SiteKey,
  { limit, before }: Page,
): Promise<DeviceName[]> =>
  inTenant(db, tenant)
    .selectFrom('devices')
    .select(['id', 'hostname'])
    .where('site_id', '=', site)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
