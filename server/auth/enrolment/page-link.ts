/**
 * The key in the link of a site's student page. It is separate from the site secret and renewed on its own.
 * It enrols students at the page, and never machines of the school. Lookups use its hash; an encrypted copy
 * is stored because the link is shown again.
 */

import type { Kysely, Transaction } from 'kysely';
import { hashSecret, newSecret } from '#base/secrets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Encryption } from '../secrets/encryption.ts';
import type { SitePlace } from '../secrets/site-secrets.ts';

export type PageLinks = {
  /** The key of the site's link; created if none can be decrypted. Throws if there is no such site. */
  read(place: SitePlace): Promise<string>;
  /**
   * Makes a new key. The previous link stops working, and pages that enrolled with it are signed out. Throws
   * if the site does not exist.
   */
  renew(place: SitePlace): Promise<string>;
};

export type PageLinksDeps = {
  db: Kysely<Database>;
  encryption: Encryption;
  endFamily(tenant: string, family: string): Promise<void>;
  clock: () => EpochMs;
};

const PAGE_KEY_PREFIX = 'page-';
const purposeOf = ({ tenant, site }: SitePlace) => `student page link ${tenant}/${site}`;

/** The site whose link has this key. Undefined: no site of this tenant. */
export async function siteOfPageKey(
  db: Kysely<Database>,
  tenant: string,
  key: string,
): Promise<string | undefined> {
  if (!key.startsWith(PAGE_KEY_PREFIX)) return undefined;
  const row = await inTenant(db, tenant)
    .selectFrom('page_links')
    .select('site_id')
    .where('hash', '=', hashSecret(key))
    .executeTakeFirst();
  return row?.site_id;
}

/** Opens the page links, and encrypts keys that the migration from earlier versions left in plain text. */
export async function openPageLinks(deps: PageLinksDeps): Promise<PageLinks> {
  const { db, encryption, clock } = deps;

  async function save(place: SitePlace, key: string, within: Kysely<Database> = db): Promise<void> {
    const columns = {
      hash: hashSecret(key),
      key: encryption.encrypt(purposeOf(place), key),
      made_at: new Date(clock()),
    };
    await within
      .insertInto('page_links')
      .values({ tenant: place.tenant, site_id: place.site, ...columns })
      .onConflict((row) => row.columns(['tenant', 'site_id']).doUpdateSet(columns))
      .execute();
  }

  /** Undefined: there is no key, or it cannot be decrypted. */
  async function readable(place: SitePlace, within: Kysely<Database>): Promise<string | undefined> {
    const row = await inTenant(within, place.tenant)
      .selectFrom('page_links')
      .select('key')
      .where('site_id', '=', place.site)
      .executeTakeFirst();
    return row && encryption.decrypt(purposeOf(place), row.key);
  }

  /** Creates the missing key. The row lock serialises concurrent callers, so they all get the same key. */
  async function firstKey(
    place: SitePlace,
    trx: Transaction<Database>,
  ): Promise<{ key: string; isNew: boolean }> {
    await inTenant(trx, place.tenant)
      .selectFrom('sites')
      .select('id')
      .where('id', '=', place.site)
      .forNoKeyUpdate()
      .execute();
    const known = await readable(place, trx);
    if (known !== undefined) return { key: known, isNew: false };
    const key = newKey();
    await save(place, key, trx);
    return { key, isNew: true };
  }

  async function signOutPages({ tenant, site }: SitePlace): Promise<void> {
    const families = await db
      .selectFrom('refresh_tokens as token')
      .innerJoin('clients', (join) =>
        join
          .onRef('clients.tenant', '=', 'token.tenant')
          .onRef('clients.id', '=', 'token.subject_id')
          .on('token.subject_kind', '=', 'device'),
      )
      .innerJoin('devices', (join) =>
        join.onRef('devices.tenant', '=', 'clients.tenant').onRef('devices.id', '=', 'clients.device_id'),
      )
      .select('token.family')
      .distinct()
      .where('devices.tenant', '=', tenant)
      .where('devices.site_id', '=', site)
      .where('devices.client_key', 'is not', null)
      .execute();
    for (const { family } of families) await deps.endFamily(tenant, family);
  }

  for (const { tenant, site_id: site, hash, key } of await db.selectFrom('page_links').selectAll().execute())
    if (hashSecret(key) === hash) await save({ tenant, site }, key);

  return {
    async read(place) {
      const known = await readable(place, db);
      if (known !== undefined) return known;
      const { key, isNew } = await db.transaction().execute((trx) => firstKey(place, trx));
      if (isNew) await signOutPages(place);
      return key;
    },
    async renew(place) {
      const key = newKey();
      await save(place, key);
      await signOutPages(place);
      return key;
    },
  };
}

const newKey = () => PAGE_KEY_PREFIX + newSecret();

/** Renews the links of all sites that have one. */
export async function renewAllPageLinks(db: Kysely<Database>, links: PageLinks): Promise<void> {
  const sites = await db.selectFrom('page_links').select(['tenant', 'site_id as site']).execute();
  for (const place of sites) await links.renew(place);
}
