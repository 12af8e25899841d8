/**
 * The secrets of single machines. A machine receives its secret at its first login with the secret of its
 * site, and logs in with it from then on, so the site's secret can be rotated. Lookups use the hash; the secret
 * itself is stored on the machine only.
 */

import type { Kysely, Transaction } from 'kysely';
import { hashSecret, newSecret } from '#base/secrets.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { SitePlace } from './site-secrets.ts';

const DEVICE_SECRET_PREFIX = 'device-';
/** Guest browsers create an agent at each start, so a device keeps only its most recently used secrets. */
const MAX_SECRETS = 50;

/** The agent that has a secret. `installation`: the id that it created at its installation. */
export type SecretHolder = { site: string; deviceId: string; installation: string };

/** The agent that receives a secret, or logs in with one. */
type SecretUse = {
  place: SitePlace;
  deviceId: string;
  installation: string;
  hostname: string;
  now: Date;
};

/** Makes a secret for one agent of a device and returns it. The agent's former secret stops working. */
export async function giveDeviceSecret(
  trx: Transaction<Database>,
  { place: { tenant, site }, deviceId, installation, hostname, now }: SecretUse,
): Promise<string> {
  const secret = DEVICE_SECRET_PREFIX + newSecret();
  const columns = { hash: hashSecret(secret), site_id: site, hostname, created_at: now, used_at: now };
  await trx
    .insertInto('device_secrets')
    .values({ tenant, device_id: deviceId, installation, ...columns })
    .onConflict((row) => row.columns(['tenant', 'device_id', 'installation']).doUpdateSet(columns))
    .execute();
  await inTenant(trx, tenant)
    .deleteFrom('device_secrets')
    .where('hash', 'in', (is) =>
      is
        .selectFrom('device_secrets')
        .select('hash')
        .where('tenant', '=', tenant)
        .where('device_id', '=', deviceId)
        .orderBy('used_at', 'desc')
        .orderBy('hash')
        .offset(MAX_SECRETS),
    )
    .execute();
  return secret;
}

/** The agent with this secret. Undefined: no agent of this tenant. */
export async function holderOfDeviceSecret(
  db: Kysely<Database>,
  tenant: string,
  secret: string,
): Promise<SecretHolder | undefined> {
  if (!secret.startsWith(DEVICE_SECRET_PREFIX)) return undefined;
  return inTenant(db, tenant)
    .selectFrom('device_secrets')
    .select(['site_id as site', 'device_id as deviceId', 'installation'])
    .where('hash', '=', hashSecret(secret))
    .executeTakeFirst();
}

/** Stores that an agent has logged in with its secret. */
export async function noteSecretUse(
  trx: Transaction<Database>,
  { tenant, secret, hostname, now }: { tenant: string; secret: string; hostname: string; now: Date },
): Promise<void> {
  await inTenant(trx, tenant)
    .updateTable('device_secrets')
    .set({ hostname, used_at: now })
    .where('hash', '=', hashSecret(secret))
    .execute();
}

/** Whether this is the hash of a secret of the device. */
export async function isSecretOfDevice(
  db: Kysely<Database>,
  { tenant, hash, deviceId }: { tenant: string; hash: string; deviceId: string },
): Promise<boolean> {
  const row = await inTenant(db, tenant)
    .selectFrom('device_secrets')
    .select('hash')
    .where('hash', '=', hash)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row !== undefined;
}
