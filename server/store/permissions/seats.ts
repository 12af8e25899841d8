/** Seats: a client's row, seen as its person and its device. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type ClientSeat = {
  user_id: string;
  auth_type: 'user' | 'session';
  device_id: string | null;
  hostname: string;
};
const SEAT = ['user_id', 'auth_type', 'device_id', 'hostname'] as const;

export type Seats = {
  ofClient(client: SiteKey & { clientId: string }): Promise<ClientSeat | undefined>;
  /**
   * Devices whose last user is this person. Without that limit, a person who once used a library computer
   * would stay within reach of the library's tutors.
   */
  ofPerson(person: SiteKey & { userId: string }): Promise<readonly ClientSeat[]>;
  /** A device without a user so far has a seat without a person; undefined: the device does not exist. */
  atDevice(device: SiteKey & { deviceId: string }): Promise<ClientSeat | undefined>;
};

export function createSeats(db: Kysely<Database>): Seats {
  const clientsOf = ({ tenant, site }: SiteKey) =>
    inTenant(db, tenant).selectFrom('clients').select(SEAT).where('site_id', '=', site);

  return {
    ofClient: ({ clientId, ...site }) => clientsOf(site).where('id', '=', clientId).executeTakeFirst(),

    ofPerson: ({ userId, ...site }) =>
      clientsOf(site)
        .where('user_id', '=', userId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('clients as later')
                .select('later.id')
                .whereRef('later.tenant', '=', 'clients.tenant')
                .whereRef('later.site_id', '=', 'clients.site_id')
                .whereRef('later.device_id', '=', 'clients.device_id')
                .whereRef('later.last_seen_at', '>', 'clients.last_seen_at'),
            ),
          ),
        )
        .execute(),

    async atDevice({ deviceId, ...site }) {
      const device = await inTenant(db, site.tenant)
        .selectFrom('devices')
        .select('hostname')
        .where('site_id', '=', site.site)
        .where('id', '=', deviceId)
        .executeTakeFirst();
      if (!device) return undefined;
      const seat = await clientsOf(site)
        .where('device_id', '=', deviceId)
        .orderBy('last_seen_at', (order) => order.desc().nullsLast())
        .limit(1)
        .executeTakeFirst();
      return seat ?? { user_id: '', auth_type: 'session', device_id: deviceId, hostname: device.hostname };
    },
  };
}
