/**
 * The secrets that let devices and site runners in. They are found by their hashes, and kept encrypted to be shown
 * again to administrators. Every secret is made here and has 256 random bits; nobody can choose a weaker one.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Encryption } from './encryption.ts';
import { hashSecret, newSecret } from './secrets.ts';

export type SitePlace = { tenant: string; site: string };
export type RunnerPlace = { tenant: string; runner: string };

/** How a new secret is kept. */
export type Keeping = {
  /** Undefined: the secret can never be shown again. */
  encryption: Encryption | undefined;
  /** Names the secret; it takes the place of the one with that id. */
  id: string;
};

/** The newest secret of a site or a runner. `unreadable`: there is one, and nobody can show it. */
export type LastSecret = { name: 'none' } | { name: 'unreadable' } | { name: 'readable'; secret: string };

/**
 * `expiry`: when it ends; null: no end is set. `formerExpiry`: when the last of those before it ends. `formerCount`: how many
 * of those are valid now.
 */
export type LastSiteSecret =
  | { name: 'none' }
  | (Exclude<LastSecret, { name: 'none' }> & {
      expiry: string | null;
      formerExpiry: string | null;
      formerCount: number;
    });

/** How long the old secrets of a site open it beside a new one: 5 days. */
const OLD_SECRET_MS = 5 * 24 * 60 * 60 * 1000;

const siteSecretPurpose = ({ tenant, site }: SitePlace, id: string) => `site secret ${tenant}/${site}/${id}`;
const runnerSecretPurpose = ({ tenant, runner }: RunnerPlace, id: string) =>
  `runner secret ${tenant}/${runner}/${id}`;

/**
 * Makes a new secret of the site and answers it. Those of before open the site for five days more, or until their
 * earlier end. Throws where there is no such site.
 */
export async function rotateSiteSecret(
  db: Kysely<Database>,
  { tenant, site }: SitePlace,
  { encryption, now }: { encryption: Encryption; now: Date },
): Promise<string> {
  const end = new Date(now.getTime() + OLD_SECRET_MS);
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('site_tokens')
      .set({ expires_at: end })
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', end)]))
      .execute();
    return addSiteSecret(trx, { tenant, site }, { encryption, id: randomUUID() });
  });
}

/** No secret of the site opens it any more. Answers whether there was one. */
export async function revokeSiteSecrets(db: Kysely<Database>, { tenant, site }: SitePlace): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('site_tokens')
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Makes the one secret of a site runner and answers it: those of before open nothing any more. Throws where there is
 * no such runner.
 */
export async function renewRunnerSecret(
  db: Kysely<Database>,
  { tenant, runner }: RunnerPlace,
  encryption: Encryption,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('runner_tokens')
      .where('tenant', '=', tenant)
      .where('runner_id', '=', runner)
      .execute();
    return addRunnerSecret(trx, { tenant, runner }, { encryption, id: randomUUID() });
  });
}

/** Makes a secret beside those that the site has, and answers it. Throws where there is no such site. */
export async function addSiteSecret(
  db: Kysely<Database>,
  place: SitePlace,
  { encryption, id }: Keeping,
): Promise<string> {
  const secret = newSecret();
  const kept = {
    site_id: place.site,
    hash: hashSecret(secret),
    encrypted: encryption?.encrypt(siteSecretPurpose(place, id), secret) ?? null,
    expires_at: null,
    created_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('site_tokens')
    .values({ tenant: place.tenant, id, ...kept })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet(kept))
    .execute();
  return secret;
}

/** Like `addSiteSecret`, for a site runner. */
export async function addRunnerSecret(
  db: Kysely<Database>,
  place: RunnerPlace,
  { encryption, id }: Keeping,
): Promise<string> {
  const secret = newSecret();
  const kept = {
    runner_id: place.runner,
    hash: hashSecret(secret),
    encrypted: encryption?.encrypt(runnerSecretPurpose(place, id), secret) ?? null,
    created_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('runner_tokens')
    .values({ tenant: place.tenant, id, ...kept })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet(kept))
    .execute();
  return secret;
}

/** The newest secret that opens a site now. */
export async function readSiteSecret(
  db: Kysely<Database>,
  place: SitePlace,
  { encryption, now }: { encryption: Encryption; now: Date },
): Promise<LastSiteSecret> {
  const rows = await db
    .selectFrom('site_tokens')
    .select(['id', 'encrypted', 'expires_at'])
    .where('tenant', '=', place.tenant)
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
  const row = await db
    .selectFrom('runner_tokens')
    .select(['id', 'encrypted'])
    .where('tenant', '=', place.tenant)
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

/** The site that a secret opens now. Undefined: none of this tenant. */
export const siteOfSecret = (
  db: Kysely<Database>,
  { tenant, secret, now }: { tenant: string; secret: string; now: Date },
): Promise<string | undefined> => siteOfHash(db, { tenant, hash: hashSecret(secret), now });

/** Like `siteOfSecret`, for who knows the secret's hash only. */
export async function siteOfHash(
  db: Kysely<Database>,
  { tenant, hash, now }: { tenant: string; hash: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_tokens')
    .select('site_id')
    .where('tenant', '=', tenant)
    .where('hash', '=', hash)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirst();
  return row?.site_id;
}

/** The runner that a secret belongs to, with its site. Undefined: none of this tenant. */
export async function runnerOfSecret(
  db: Kysely<Database>,
  tenant: string,
  secret: string,
): Promise<{ runnerId: string; siteId: string } | undefined> {
  return db
    .selectFrom('runner_tokens')
    .innerJoin('site_runners', (join) =>
      join
        .onRef('site_runners.tenant', '=', 'runner_tokens.tenant')
        .onRef('site_runners.id', '=', 'runner_tokens.runner_id'),
    )
    .select(['site_runners.id as runnerId', 'site_runners.site_id as siteId'])
    .where('runner_tokens.tenant', '=', tenant)
    .where('runner_tokens.hash', '=', hashSecret(secret))
    .executeTakeFirst();
}
