/** Takes people and devices out of a site's directory, with all that hangs on them. What is in the logs stays. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { SiteKey } from '../site-key.ts';

/** The refresh token families of the clients that are gone: their sessions are to end. */
export type Removed = { families: readonly string[] };

export type DirectoryRemoval = {
  /** Undefined: there is no such person. */
  user(site: SiteKey, userId: string): Promise<Removed | undefined>;
  /** Undefined: there is no such device. */
  device(site: SiteKey, deviceId: string): Promise<Removed | undefined>;
};

export function createDirectoryRemoval(db: Kysely<Database>): DirectoryRemoval {
  /** Deletes the clients first, so that no enrolment adds a session to one in between. */
  async function endClients(
    trx: Transaction<Database>,
    { tenant, site }: SiteKey,
    column: 'user_id' | 'device_id',
    id: string,
  ): Promise<string[]> {
    const clients = await trx
      .deleteFrom('clients')
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where(column, '=', id)
      .$if(column === 'user_id', (query) => query.where('auth_type', '=', 'user'))
      .returning('id')
      .execute();
    if (clients.length === 0) return [];
    const rows = await trx
      .selectFrom('refresh_tokens')
      .select('family')
      .distinct()
      .where('tenant', '=', tenant)
      .where('subject_kind', '=', 'device')
      .where(
        'subject_id',
        'in',
        clients.map((client) => client.id),
      )
      .execute();
    return rows.map(({ family }) => family);
  }

  return {
    user: (at, userId) =>
      db.transaction().execute(async (trx) => {
        const families = await endClients(trx, at, 'user_id', userId);
        const { numDeletedRows } = await trx
          .deleteFrom('users')
          .where('tenant', '=', at.tenant)
          .where('site_id', '=', at.site)
          .where('id', '=', userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return undefined;
        await trx
          .deleteFrom('live_room_members')
          .where('tenant', '=', at.tenant)
          .where('kind', '=', 'user')
          .where('member_id', '=', userId)
          .execute();
        return { families };
      }),

    device: (at, deviceId) =>
      db.transaction().execute(async (trx) => {
        const families = await endClients(trx, at, 'device_id', deviceId);
        const { numDeletedRows } = await trx
          .deleteFrom('devices')
          .where('tenant', '=', at.tenant)
          .where('site_id', '=', at.site)
          .where('id', '=', deviceId)
          .executeTakeFirst();
        return numDeletedRows === 0n ? undefined : { families };
      }),
  };
}
