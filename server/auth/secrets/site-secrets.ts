/**
 * The secrets that let devices and site runners in. Only their hashes are kept: a secret is read by the caller that
 * made it, and never again. Every secret is made here and has 256 random bits; nobody can choose a weaker one.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { hashSecret, newSecret } from './secrets.ts';

export type SitePlace = { tenant: string; site: string };
export type RunnerPlace = { tenant: string; runner: string };

/**
 * Makes the one secret that lets devices into a site and answers it. All secrets of before open nothing any more;
 * devices that are in stay in by their refresh tokens. Throws where there is no such site.
 */
export async function renewSiteSecret(db: Kysely<Database>, { tenant, site }: SitePlace): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('site_tokens').where('tenant', '=', tenant).where('site_id', '=', site).execute();
    return addSiteSecret(trx, { tenant, site }, randomUUID());
  });
}

/** Like `renewSiteSecret`, for the one secret of a site runner. Throws where there is no such runner. */
export async function renewRunnerSecret(
  db: Kysely<Database>,
  { tenant, runner }: RunnerPlace,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('runner_tokens')
      .where('tenant', '=', tenant)
      .where('runner_id', '=', runner)
      .execute();
    return addRunnerSecret(trx, { tenant, runner }, randomUUID());
  });
}

/** Makes a secret beside those that the site has; `id` names it, and it takes the place of the one with that id. */
export async function addSiteSecret(
  db: Kysely<Database>,
  { tenant, site }: SitePlace,
  id: string,
): Promise<string> {
  const secret = newSecret();
  const hash = hashSecret(secret);
  await db
    .insertInto('site_tokens')
    .values({ tenant, id, site_id: site, hash, expires_at: null })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet({ hash, site_id: site, expires_at: null }))
    .execute();
  return secret;
}

/** Like `addSiteSecret`, for a site runner. */
export async function addRunnerSecret(
  db: Kysely<Database>,
  { tenant, runner }: RunnerPlace,
  id: string,
): Promise<string> {
  const secret = newSecret();
  const hash = hashSecret(secret);
  await db
    .insertInto('runner_tokens')
    .values({ tenant, id, runner_id: runner, hash })
    .onConflict((row) => row.columns(['tenant', 'id']).doUpdateSet({ hash, runner_id: runner }))
    .execute();
  return secret;
}

/** The site that a secret opens now. Undefined: none of this tenant. */
export async function siteOfSecret(
  db: Kysely<Database>,
  { tenant, secret, now }: { tenant: string; secret: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_tokens')
    .select('site_id')
    .where('tenant', '=', tenant)
    .where('hash', '=', hashSecret(secret))
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
