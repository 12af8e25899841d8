/** The first administrator of a tenant, who presents the set-up code and an account. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#store/database.ts';
import { toJson } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Identity } from '../identity/id-token.ts';
import type { SetUpCodes } from './set-up-codes.ts';
import { tutorOfIdentity } from './tutor-accounts.ts';
import { withIdentity } from './with-identity.ts';

export type FirstAdministrator =
  | { name: 'made'; tutorId: string }
  /** The set-up code is not the tenant's. */
  | { name: 'wrong' }
  | { name: 'too-many' }
  /** The tenant has an administrator. */
  | { name: 'present' }
  /** The e-mail belongs to a tutor who signs in with another account. */
  | { name: 'other-account' };

export function createFirstAdministrator(
  db: Kysely<Database>,
  codes: SetUpCodes,
  { tenant, identity, ...attempt }: { tenant: string; identity: Identity; code: string; address: string },
): Promise<FirstAdministrator> {
  return db.transaction().execute(async (trx): Promise<FirstAdministrator> => {
    // Two people may press the button at once, so each locks the row of the tenant.
    await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
    if (await hasAdministrator(trx, tenant)) return { name: 'present' };
    const check = await codes.check(trx, { tenant, ...attempt });
    if (check !== 'right') return { name: check };
    const role =
      (await inTenant(trx, tenant)
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'superAdmin')
        .executeTakeFirst()) ??
      (await trx
        .insertInto('roles')
        .values({ tenant, id: randomUUID(), name: 'superAdmin', friendly_name: 'Super Admin', global: true })
        .returning('id')
        .executeTakeFirstOrThrow());
    const known = await tutorOfIdentity(trx, tenant, identity);
    if (known.name === 'other-account') return known;
    const tutorId = known.name === 'tutor' ? known.id : await addTutor(trx, tenant, identity);
    await trx
      .insertInto('role_links')
      .values({
        tenant,
        id: randomUUID(),
        tutor_id: tutorId,
        role_id: role.id,
        global: true,
        can_grant: true,
      })
      .execute();
    await inTenant(trx, tenant).deleteFrom('set_up_codes').execute();
    return { name: 'made', tutorId };
  });
}

/** Whether the tenant has a super admin. */
export async function hasAdministrator(db: Kysely<Database>, tenant: string): Promise<boolean> {
  const link = await inTenant(db, tenant)
    .selectFrom('role_links')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
    )
    .select('role_links.id')
    .where('roles.name', '=', 'superAdmin')
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

async function addTutor(trx: Transaction<Database>, tenant: string, identity: Identity): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('tutors')
    .values({
      tenant,
      id,
      name: identity.name ?? null,
      primary_email: identity.email,
      account_issuer: identity.account.issuer,
      account_subject: identity.account.subject,
      properties: toJson(withIdentity({}, identity)),
    })
    .execute();
  return id;
}
