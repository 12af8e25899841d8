/** The people and devices of a site. */
import type { Kysely, Selectable } from 'kysely';
import type { Device } from '#protocol/rest/device.ts';
import type { User } from '#protocol/rest/user.ts';
import type { Database } from '../database.ts';
import type { Page } from '../page.ts';
import type { SiteKey } from '../site-key.ts';
import type { DeviceTable, UserTable } from '../tables/directory-tables.ts';

export type Directory = {
  users(site: SiteKey, page: Page): Promise<User[]>;
  devices(site: SiteKey, page: Page): Promise<Device[]>;
  user(site: SiteKey, userId: string): Promise<User | undefined>;
  device(site: SiteKey, deviceId: string): Promise<Device | undefined>;
};

export function createDirectory(db: Kysely<Database>): Directory {
  return {
    async users({ tenant, site }, { limit, before }) {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toUser);
    },

    async devices({ tenant, site }, { limit, before }) {
      const rows = await db
        .selectFrom('devices')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toDevice);
    },

    async user({ tenant, site }, userId) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('id', '=', userId)
        .executeTakeFirst();
      return row && toUser(row);
    },

    async device({ tenant, site }, deviceId) {
      const row = await db
        .selectFrom('devices')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('id', '=', deviceId)
        .executeTakeFirst();
      return row && toDevice(row);
    },
  };
}

export const toUser = ({ id, name, email, properties }: Selectable<UserTable>): User => ({
  id,
  name,
  email,
  properties,
});

export const toDevice = (row: Selectable<DeviceTable>): Device => ({
  id: row.id,
  hostname: row.hostname,
  type: row.type,
  serialNumber: row.serial_number,
  version: row.version,
  alias: row.alias,
  lastSeen: row.last_seen_at?.toISOString() ?? null,
});
