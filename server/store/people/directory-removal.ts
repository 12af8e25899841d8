/** Removes people and devices from a site, with all rows that depend on them. Logs stay. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** Refresh token families of the removed clients, whose sessions must end. */
export type Removed = { families: readonly string[] };

export type DirectoryRemoval = {
  /** Undefined: the person does not exist. */
  user(site: SiteKey, userId: string): Promise<Removed | undefined>;
  /** Undefined: the device does not exist. */
  device(site: SiteKey, deviceId: string): Promise<Removed | undefined>;
};

/** `count`: number of removed people or devices. */
type RemovedMany = Removed & { count: number };

export function createDirectoryRemoval(db: Kysely<Database>): DirectoryRemoval {
  const orNothing = ({ count, families }: RemovedMany) => (count === 0 ? undefined : { families });
  return {
    user: async (at, userId) =>
      orNothing(await db.transaction().execute((trx) => removePeople(trx, at, [userId]))),
    device: async (at, deviceId) =>
      orNothing(await db.transaction().execute((trx) => removeDevices(trx, at, [deviceId]))),
  };
}

/** Takes at most some thousand ids. */
export async function removePeople(
  trx: Transaction<Database>,
  at: SiteKey,
  userIds: readonly string[],
): Promise<RemovedMany> {
  if (userIds.length === 0) return { count: 0, families: [] };
  const families = await endClients(trx, at, 'user_id', userIds);
  const gone = await inTenant(trx, at.tenant)
    .deleteFrom('users')
    .where('site_id', '=', at.site)
    .where('id', 'in', userIds)
    .returning('id')
    .execute();
  if (gone.length > 0) await forgetFormerClients(trx, at, userIds);
  if (gone.length > 0)
    await inTenant(trx, at.tenant)
      .deleteFrom('live_room_members')
      .where('kind', '=', 'user')
      .where(
        'member_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  return { count: gone.length, families };
}

/** Takes at most some thousand ids. */
export async function removeDevices(
  trx: Transaction<Database>,
  at: SiteKey,
  deviceIds: readonly string[],
): Promise<RemovedMany> {
  if (deviceIds.length === 0) return { count: 0, families: [] };
  const families = await endClients(trx, at, 'device_id', deviceIds);
  const { numDeletedRows } = await inTenant(trx, at.tenant)
    .deleteFrom('devices')
    .where('site_id', '=', at.site)
    .where('id', 'in', deviceIds)
    .executeTakeFirst();
  return { count: Number(numDeletedRows), families };
}

/** United devices store the clients that they had, so remove these people from there too. */
async function forgetFormerClients(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  userIds: readonly string[],
): Promise<void> {
  const isOfThem = sql`(c ->> 'user_id') in (select jsonb_array_elements_text(${toJson(userIds)}::jsonb))`;
  await sql`
    update united_devices set former = jsonb_set(former, '{clients}', (
      select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(former -> 'clients') c where not ${isOfThem}))
    where tenant = ${tenant} and site_id = ${site}
      and exists (select from jsonb_array_elements(former -> 'clients') c where ${isOfThem})`.execute(trx);
}

/** Deletes the clients first, so that no enrolment adds a session to one in between. */
async function endClients(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  column: 'user_id' | 'device_id',
  ids: readonly string[],
): Promise<string[]> {
  const clients = await inTenant(trx, tenant)
    .deleteFrom('clients')
    .where('site_id', '=', site)
    .where(column, 'in', ids)
    .$if(column === 'user_id', (query) => query.where('auth_type', '=', 'user'))
    .returning('id')
    .execute();
  if (clients.length === 0) return [];
  const rows = await inTenant(trx, tenant)
    .selectFrom('refresh_tokens')
    .select('family')
    .distinct()
    .where('subject_kind', '=', 'device')
    .where(
      'subject_id',
      'in',
      clients.map((client) => client.id),
    )
    .execute();
  return rows.map(({ family }) => family);
}
