/**
 * A tenant without a super administrator accepts its first one with the set-up code, because an account of a
 * provider alone could be anyone's. The platform prints the code in the operator's terminal at each start.
 * The database stores only its hash, until it is used or the next start replaces it.
 */

import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import { equalText, hashSecret } from '#base/secrets.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';

export type SetUpCode = { tenant: string; code: string };

/** Without letters and digits that look alike. 20 of these 31: 99 bits. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_SIGNS = 5;

/**
 * Attempts per network address and tenant: a burst of this many, renewed over a quarter of an hour. Counted
 * by address, so that an attacker cannot lock others out of a tenant.
 */
const MAX_TRIES = 20;
const TRIES_PER_MINUTE = MAX_TRIES / 15;
/** After this time one more attempt is allowed. */
export const NEXT_TRY_SECONDS = Math.ceil(60 / TRIES_PER_MINUTE);

/** Replaces all earlier codes with new ones, for the tenants without a super administrator. */
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
  /** Whether this code is the tenant's. `address` is for the limit. `db` may be a transaction. */
  check(db: Kysely<Database>, attempt: { tenant: string; code: string; address: string }): Promise<CodeCheck>;
};

export function createSetUpCodes(rateLimit: MakeRateLimit): SetUpCodes {
  const tries = rateLimit('set-up-codes', { perMinute: TRIES_PER_MINUTE, burst: MAX_TRIES });
  return {
    async check(db, { tenant, code, address }) {
      if (!tries.take(`${tenant} ${address}`)) return 'too-many';
      const row = await inTenant(db, tenant).selectFrom('set_up_codes').select('hash').executeTakeFirst();
      return row && equalText(row.hash, hashOf(code)) ? 'right' : 'wrong';
    },
  };
}

/** Ignores case and hyphens, as people type codes without them. */
const hashOf = (code: string) => hashSecret(code.toUpperCase().replace(/[^0-9A-Z]/g, ''));

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join(''),
  ).join('-');
