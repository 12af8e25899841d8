/**
 * A tenant without a super administrator takes its first one from the person who shows the set-up code, which the
 * platform prints in the operator's terminal at each start: an account of a provider alone could be anybody's. The
 * database has its hash only, until it is used or the next start prints another one.
 */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MakeRateLimit } from '../../broker/rate-limit.ts';
import type { Database } from '../../store/database.ts';
import { equalText, hashSecret } from '../secrets/secrets.ts';

export type SetUpCode = { tenant: string; code: string };

/** Without letters and digits that are taken for each other. 20 of 31: 99 bits. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_SIGNS = 5;

/**
 * Tries of one network address for one tenant: so many at once, and as many again in a quarter of an hour. By the
 * address, so that nobody keeps a tenant closed for others.
 */
const MAX_TRIES = 20;
const TRIES_PER_MINUTE = MAX_TRIES / 15;
/** After this time one more try is free. */
export const NEXT_TRY_SECONDS = Math.ceil(60 / TRIES_PER_MINUTE);

/** Puts new codes in the place of all of before, for the tenants that have no super administrator. */
export function issueSetUpCodes(db: Kysely<Database>): Promise<SetUpCode[]> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('set_up_codes').execute();
    const tenants = await trx
      .selectFrom('tenants')
      .select('key')
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('role_links')
              .innerJoin('roles', (join) =>
                join
                  .onRef('roles.tenant', '=', 'role_links.tenant')
                  .onRef('roles.id', '=', 'role_links.role_id'),
              )
              .select('role_links.id')
              .whereRef('role_links.tenant', '=', 'tenants.key')
              .where('roles.name', '=', 'superAdmin'),
          ),
        ),
      )
      .orderBy('key')
      .execute();
    const codes = tenants.map(({ key }) => ({ tenant: key, code: newCode() }));
    for (const { tenant, code } of codes)
      await trx
        .insertInto('set_up_codes')
        .values({ tenant, hash: hashOf(code) })
        .execute();
    return codes;
  });
}

export type CodeCheck = 'right' | 'wrong' | 'too-many';

export type SetUpCodes = {
  /** Does this code open the tenant? `address`: where it comes from, for the limit. `db` may be a transaction. */
  check(db: Kysely<Database>, given: { tenant: string; code: string; address: string }): Promise<CodeCheck>;
};

export function createSetUpCodes(rateLimit: MakeRateLimit): SetUpCodes {
  const tries = rateLimit('set-up-codes', { perMinute: TRIES_PER_MINUTE, burst: MAX_TRIES });
  return {
    async check(db, { tenant, code, address }) {
      if (!tries.take(`${tenant} ${address}`)) return 'too-many';
      const kept = await db
        .selectFrom('set_up_codes')
        .select('hash')
        .where('tenant', '=', tenant)
        .executeTakeFirst();
      return kept && equalText(kept.hash, hashOf(code)) ? 'right' : 'wrong';
    },
  };
}

/** Reads a code as people type it: in small letters, without the hyphens. */
const hashOf = (code: string) => hashSecret(code.toUpperCase().replace(/[^0-9A-Z]/g, ''));

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join(''),
  ).join('-');
