/**
 * The secrets with which devices and site runners enrol. Lookups use the hash; administrators can view the
 * encrypted copy. Every secret is generated here with 256 random bits, so there are no weak ones.
 */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { hashSecret, newSecret } from '#base/secrets.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Encryption } from './encryption.ts';

export type SitePlace = { tenant: string; site: string };
export type RunnerPlace = { tenant: string; runner: string };

/** How a new secret is stored. */
export type Keeping = {
  /** Undefined: the secret can never be shown again. */
  encryption: Encryption | undefined;
  /** Id of the row; a secret with the same id is replaced. */
  id: string;
};

/** The newest secret of a site or a runner. `unreadable`: a secret exists, but cannot be shown. */
export type LastSecret = { name: 'none' } | { name: 'unreadable' } | { name: 'readable'; secret: string };

/**
 * `expiry`: when the newest secret expires; null: never. `formerExpiry`: when the last of the older ones
 * expires. `formerCount`: how many older ones are still valid.
 */
export type LastSiteSecret =
  | { name: 'none' }
  | (Exclude<LastSecret, { name: 'none' }> & {
      expiry: string | null;
      formerExpiry: string | null;
      formerCount: number;
    });

/** Old secrets of a site stay valid for 5 days beside a new one. */
const GRACE_MS = 5 * 24 * 60 * 60 * 1000;

const siteSecretPurpose = ({ tenant, site }: SitePlace, id: string) => `site secret ${tenant}/${site}/${id}`;
const runnerSecretPurpose = ({ tenant, runner }: RunnerPlace, id: string) =>
  `runner secret ${tenant}/${runner}/${id}`;

/**
 * Makes a new secret of the site and returns it. Older secrets stay valid for five days, or until their
 * earlier expiry. Throws if the site does not exist.
 */
export async function rotateSiteSecret(
  db: Kysely<Database>,
  { tenant, site }: SitePlace,
  { encryption, now }: { encryption: Encryption; now: Date },
): Promise<string> {
  const end = new Date(now.getTime() + GRACE_MS);
  return db.transaction().execute(async (trx) => {
    await inTenant(trx, tenant)
      .updateTable('site_tokens')
      .set({ expires_at: end })
      .where('site_id', '=', site)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', end)]))
      .execute();
    return addSiteSecret(trx, { tenant, site }, { encryption, id: randomUUID() });
  });
}

/** Removes all secrets of the site and of its machines. Returns whether the site had one. */
export async function revokeSiteSecrets(db: Kysely<Database>, { tenant, site }: SitePlace): Promise<boolean> {
  const { numDeletedRows } = await inTenant(db, tenant)
    .deleteFrom('site_tokens')
    .where('site_id', '=', site)
    .executeTakeFirst();
  await inTenant(db, tenant).deleteFrom('device_secrets').where('site_id', '=', site).execute();
  return numDeletedRows > 0n;
}

/**
 * Makes the only secret of a site runner and returns it; earlier secrets stop working. Throws if the runner
 * does not exist.
 */
export async function renewRunnerSecret(
  db: Kysely<Database>,
  { tenant, runner }: RunnerPlace,
  encryption: Encryption,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await inTenant(trx, tenant).deleteFrom('runner_tokens').where('runner_id', '=', runner).execute();
    return addRunnerSecret(trx, { tenant, runner }, { encryption, id: randomUUID() });
  });
}

/** Adds a secret to those of the site and returns it. Throws if the site does not exist. */
export async function addSiteSecret(
  db: Kysely<Database>,
  place: SitePlace,
  { encryption, id }: Keeping,
): Promise<string> {
  const secret = newSecret();
  const columns = {
    site_id: place.site,
    hash: hashSecret(secret),
    encrypted: encryption?.encrypt(siteSecretPurpose(place, id), secret) ?? null,
    expires_at: null,
    created_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('site_tokens')
    .values({ tenant: place.tenant, id, ...columns })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet(columns))
    .execute();
  return secret;
}

/** Makes a secret for a site runner, like `addSiteSecret` for a site. */
export async function addRunnerSecret(
  db: Kysely<Database>,
  place: RunnerPlace,
  { encryption, id }: Keeping,
): Promise<string> {
  const secret = newSecret();
  const columns = {
    runner_id: place.runner,
    hash: hashSecret(secret),
    encrypted: encryption?.encrypt(runnerSecretPurpose(place, id), secret) ?? null,
    created_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('runner_tokens')
    .values({ tenant: place.tenant, id, ...columns })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet(columns))
    .execute();
  return secret;
}

/** The newest valid secret of a site. */
export async function readSiteSecret(
  db: Kysely<Database>,
  place: SitePlace,
  { encryption, now }: { encryption: Encryption; now: Date },
): Promise<LastSiteSecret> {
  const rows = await inTenant(db, place.tenant)
    .selectFrom('site_tokens')
    .select(['id', 'encrypted', 'expires_at'])
    .where('site_id', '=', place.site)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .execute();
  const [row, ...former] = rows;
  const last = lastSecret(row, (id) => siteSecretPurpose(place, id), encryption);
  if (last.name === 'none') return last;
  const ends = former.flatMap(({ expires_at }) => expires_at ?? []).map((end) => end.toISOString());
  return {
    ...last,
    expiry: row?.expires_at?.toISOString() ?? null,
    formerExpiry: ends.sort().at(-1) ?? null,
    formerCount: former.length,
  };
}

/** The newest secret of a site runner. */
export async function readRunnerSecret(
  db: Kysely<Database>,
  place: RunnerPlace,
  encryption: Encryption,
): Promise<LastSecret> {
  const row = await inTenant(db, place.tenant)
    .selectFrom('runner_tokens')
    .select(['id', 'encrypted'])
    .where('runner_id', '=', place.runner)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lastSecret(row, (id) => runnerSecretPurpose(place, id), encryption);
}

function lastSecret(
  row: { id: string; encrypted: string | null } | undefined,
  purposeOf: (id: string) => string,
  encryption: Encryption,
): LastSecret {
  if (row === undefined) return { name: 'none' };
  const secret = encryption.decrypt(purposeOf(row.id), row.encrypted ?? '');
  return secret === undefined ? { name: 'unreadable' } : { name: 'readable', secret };
}

/** The site for which a secret is valid now. Undefined: no site of this tenant. */
export const siteOfSecret = (
  db: Kysely<Database>,
  { tenant, secret, now }: { tenant: string; secret: string; now: Date },
): Promise<string | undefined> => siteOfHash(db, { tenant, hash: hashSecret(secret), now });

/** Like `siteOfSecret`, for callers that have only the hash. */
export async function siteOfHash(
  db: Kysely<Database>,
  { tenant, hash, now }: { tenant: string; hash: string; now: Date },
): Promise<string | undefined> {
  const row = await inTenant(db, tenant)
    .selectFrom('site_tokens')
    .select('site_id')
    .where('hash', '=', hash)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst();
  return row?.site_id;
}

/** The runner of a secret, with its site. Undefined: no runner of this tenant. */
export async function runnerOfSecret(
  db: Kysely<Database>,
  tenant: string,
  secret: string,
): Promise<{ runnerId: string; siteId: string } | undefined> {
  return inTenant(db, tenant)
    .selectFrom('runner_tokens')
    .innerJoin('site_runners', (join) =>
      join
        .onRef('site_runners.tenant', '=', 'runner_tokens.tenant')
        .onRef('site_runners.id', '=', 'runner_tokens.runner_id'),
    )
    .select(['site_runners.id as runnerId', 'site_runners.site_id as siteId'])
    .where('runner_tokens.hash', '=', hashSecret(secret))
    .executeTakeFirst();
}
