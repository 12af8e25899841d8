/** Settings for all devices of a site. A site without saved settings has the defaults of the schema. */

import { type Kysely, type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import type { SiteKey } from '#base/site-key.ts';
import { type SiteSettings, siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { SiteClientSettingsTable } from '../tables/record-tables.ts';

export type SiteSettingsStore = {
  read(site: SiteKey): Promise<SiteSettings>;
  /** Absent settings stay unchanged. Returns the new settings. */
  save(site: SiteKey, settings: object): Promise<SiteSettings>;
  isWakeOn(site: SiteKey): Promise<boolean>;
};

export function createSiteSettings(db: Kysely<Database>): SiteSettingsStore {
  async function read({ tenant, site }: SiteKey): Promise<SiteSettings> {
    const row = await inTenant(db, tenant)
      .selectFrom('site_client_settings')
      .selectAll()
      .where('site_id', '=', site)
      .executeTakeFirst();
    return row ? toDocument(row) : v.parse(siteSettingsSchema, { id: idOf(site), settings: {} });
  }
  return {
    read,

    async save({ tenant, site }, settings) {
      const row = await db
        .insertInto('site_client_settings')
        .values({ tenant, site_id: site, id: idOf(site), settings: toJson(settings) })
        .onConflict((at) =>
          at.columns(['tenant', 'site_id']).doUpdateSet({
            settings: sql`site_client_settings.settings || ${toJson(settings)}::jsonb`,
            updated_at: new Date(),
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return toDocument(row);
    },

    isWakeOn: async (site) => (await read(site)).settings.wol.enabled,
  };
}

const idOf = (site: string) => `${site.slice(0, 100)}-settings`;

function toDocument({ id, settings, created_at, updated_at }: Selectable<SiteClientSettingsTable>) {
  // An invalid value that was written into the table by hand must not prevent new settings.
  const known = v.safeParse(siteSettingsSchema.entries.settings, settings);
  return {
    id,
    settings: known.success ? known.output : FIRST,
    created: created_at.toISOString(),
    updated: updated_at.toISOString(),
  };
}

const FIRST = v.parse(siteSettingsSchema.entries.settings, {});
