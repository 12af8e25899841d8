/**
 * Makes every secret of the database anew, for the day on which somebody else may have read it. What is encrypted there
 * (encryption.ts) is made anew too, so that the key that encrypts it need not be known.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { addRunnerSecret, addSiteSecret, type Keeping } from './site-secrets.ts';

export type RenewedSecrets = {
  sites: { tenant: string; site: string; name: string; secret: string }[];
  runners: { tenant: string; runner: string; name: string; site: string; secret: string }[];
};

/** What is made anew when it is next needed. */
const ENDED = [
  'signing_keys',
  'encryption_keys',
  'refresh_tokens',
  'hand_over_codes',
  'page_links',
  'integration_secrets',
  'directory_consents',
] as const;

/**
 * Afterwards every session has ended, no token of before is accepted, and devices and site runners need the secrets of
 * the answer. Signing keys and the keys of student pages' links are made when they are next needed, with whichever
 * encryption key is found then. Administrators consent anew to the reading of Google directories. `keep` is called
 * before the old ones are gone for good: where it throws, nothing has changed. No platform may be running.
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

/** The key that the next start will encrypt with is not known here: only the answer tells these secrets. */
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
