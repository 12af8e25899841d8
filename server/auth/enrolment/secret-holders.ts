/** Finds the machine or the site that a secret belongs to. */

import type { Kysely } from 'kysely';
import type { DeviceLogin } from '#protocol/auth/auth-service.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { holderOfDeviceSecret, type SecretHolder } from '../secrets/device-secrets.ts';
import { siteOfSecret } from '../secrets/site-secrets.ts';
import { isKnownPage } from './page-devices.ts';
import { siteOfPageKey } from './page-link.ts';

export type Holder = ({ kind: 'device' } & SecretHolder) | { kind: 'site' | 'page'; site: string };

/**
 * The secret by which a login is identified. `device`: the secret of one machine, or the key of one student
 * page. `page`: only the key of a link.
 */
export type ShownSecret = { kind: Holder['kind'] | 'unknown'; secret: string };

type Shown = { tenant: string; secret: string; now: Date };

/** The machine or the site whose secret was shown, or the site of the page key. */
export async function holderOf(db: Kysely<Database>, shown: Shown): Promise<Holder | undefined> {
  const ofDevice = await holderOfDeviceSecret(db, shown.tenant, shown.secret);
  if (ofDevice !== undefined) return { kind: 'device', ...ofDevice };
  const site = await siteOfSecret(db, shown);
  if (site !== undefined) return { kind: 'site', site };
  const ofPage = await siteOfPageKey(db, shown.tenant, shown.secret);
  return ofPage === undefined ? undefined : { kind: 'page', site: ofPage };
}

export async function secretShownBy(
  db: Kysely<Database>,
  { secret, clientKey }: Pick<DeviceLogin, 'secret' | 'clientKey'>,
  { tenant, now }: { tenant: string; now: Date },
): Promise<ShownSecret> {
  const holder = await holderOf(db, { tenant, secret, now });
  if (holder === undefined) return { kind: 'unknown', secret };
  const place = { tenant, site: holder.site };
  const isPage = clientKey !== undefined && (await isKnownPage(db, place, clientKey));
  return isPage ? { kind: 'device', secret: clientKey } : { kind: holder.kind, secret };
}

/** Whether the secret is valid now, and the device is not shut out. */
export async function mayStay(db: Kysely<Database>, shown: Shown, deviceId: string): Promise<boolean> {
  if ((await holderOf(db, shown)) === undefined) return false;
  const device = await inTenant(db, shown.tenant)
    .selectFrom('devices')
    .select('shut_out_at')
    .where('id', '=', deviceId)
    .executeTakeFirst();
  return device?.shut_out_at === null;
}
