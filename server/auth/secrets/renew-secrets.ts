/**
 * Renews every secret of the database, for when an outsider may have read it. Encrypted values
 * (encryption.ts) are replaced too, so the old encryption key is not needed.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#store/database.ts';
import { addRunnerSecret, addSiteSecret, type Keeping } from './site-secrets.ts';

export type RenewedSecrets = {
  sites: { tenant: string; site: string; name: string; secret: string }[];
  runners: { tenant: string; runner: string; name: string; site: string; secret: string }[];
};

/** Tables whose rows are removed; the platform creates new ones when they are needed. */
const ENDED = [
  'signing_keys',
  'encryption_keys',
  'refresh_tokens',
  'device_secrets',
  'hand_over_codes',
  'page_links',
  'integration_secrets',
  'directory_consents',
] as const;

/**
 * Afterwards all sessions are ended, no earlier token is valid, and devices and site runners need the secrets
 * passed to `keep`. Signing keys and page links are created when they are next needed, with the encryption
 * key of that time. Administrators must consent again to the reading of Google directories. `keep` is called
 * before the commit: if it throws, nothing has changed. No platform may be running.
 */
export function renewSecrets(
  db: Kysely<Database>,
  keep: (renewed: RenewedSecrets) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table encryption_keys, signing_keys, refresh_tokens`.execute(trx);
    for (const table of ENDED) await trx.deleteFrom(table).execute();
    await keep({ sites: await renewSites(trx), runners: await renewRunners(trx) });
  });
}

/** The next start's encryption key is unknown, so these secrets are only hashed and shown once. */
const unreadable = (): Keeping => ({ id: randomUUID(), encryption: undefined });

async function renewSites(trx: Transaction<Database>): Promise<RenewedSecrets['sites']> {
  await trx.deleteFrom('site_tokens').execute();
  const sites = await trx
    .selectFrom('sites')
    .select(['tenant', 'id', 'name'])
    .orderBy('tenant')
    .orderBy('id')
    .execute();
  const renewed: RenewedSecrets['sites'] = [];
  for (const { tenant, id: site, name } of sites) {
    const secret = await addSiteSecret(trx, { tenant, site }, unreadable());
    renewed.push({ tenant, site, name, secret });
  }
  return renewed;
}

async function renewRunners(trx: Transaction<Database>): Promise<RenewedSecrets['runners']> {
  await trx.deleteFrom('runner_tokens').execute();
  const runners = await trx
    .selectFrom('site_runners')
    .select(['tenant', 'id', 'name', 'site_id'])
    .orderBy('tenant')
    .orderBy('id')
    .execute();
  const renewed: RenewedSecrets['runners'] = [];
  for (const { tenant, id: runner, name, site_id: site } of runners) {
    const secret = await addRunnerSecret(trx, { tenant, runner }, unreadable());
    renewed.push({ tenant, runner, name, site, secret });
  }
  return renewed;
}
