/** `POST /lms-actions/create-admin`: a tenant's first administrator makes themself (decision 23). */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Identity } from '../identity/id-token.ts';
import type { Database } from '../store/database.ts';
import { toJson } from '../store/database.ts';

/** Undefined: the tenant has an administrator. */
export function createFirstAdministrator(
  db: Kysely<Database>,
  tenant: string,
  identity: Identity,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    // Two people may press the button at once: the tenant's row is the door.
    await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
    const present = await trx
      .selectFrom('role_links')
      .innerJoin('roles', (join) =>
        join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
      )
      .select('role_links.id')
      .where('role_links.tenant', '=', tenant)
      .where('roles.name', '=', 'superAdmin')
      .executeTakeFirst();
    if (present) return undefined;
    const role =
      (await trx
        .selectFrom('roles')
        .select('id')
        .where('tenant', '=', tenant)
        .where('name', '=', 'superAdmin')
        .executeTakeFirst()) ??
      (await trx
        .insertInto('roles')
        .values({ tenant, id: randomUUID(), name: 'superAdmin', friendly_name: 'Super Admin', global: true })
        .returning('id')
        .executeTakeFirstOrThrow());
    const tutor =
      (await trx
        .selectFrom('tutors')
        .select('id')
        .where('tenant', '=', tenant)
        .where((is) => is(is.fn('lower', ['primary_email']), '=', identity.email))
        .executeTakeFirst()) ??
      (await trx
        .insertInto('tutors')
        .values({
          tenant,
          id: randomUUID(),
          name: identity.name ?? null,
          primary_email: identity.email,
          properties: toJson({ picture: identity.picture }),
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    await trx
      .insertInto('role_links')
      .values({
        ...{ tenant, id: randomUUID(), tutor_id: tutor.id, role_id: role.id },
        global: true,
        can_grant: true,
      })
      .execute();
    return tutor.id;
  });
}
