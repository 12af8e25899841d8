/** The people and devices of a site. */

import type { Kysely, Selectable } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Device, SiteDevice } from '#protocol/rest/device.ts';
import type { SiteUser, User } from '#protocol/rest/user.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import type { DeviceTable, UserTable } from '../tables/directory-tables.ts';
import { devicesOfPeople, groupsOfDevices, seatsAtDevices } from './directory-seats.ts';

export type Directory = {
  users(site: SiteKey, page: Page): Promise<SiteUser[]>;
  devices(site: SiteKey, page: Page): Promise<SiteDevice[]>;
  user(site: SiteKey, userId: string): Promise<SiteUser | undefined>;
  device(site: SiteKey, deviceId: string): Promise<SiteDevice | undefined>;
};

export function createDirectory(db: Kysely<Database>): Directory {
  const usersOf = ({ tenant, site }: SiteKey) =>
    inTenant(db, tenant).selectFrom('users').selectAll().where('site_id', '=', site);
  const devicesOf = ({ tenant, site }: SiteKey) =>
    inTenant(db, tenant).selectFrom('devices').selectAll().where('site_id', '=', site);

  async function withDevices(site: SiteKey, rows: readonly Selectable<UserTable>[]): Promise<SiteUser[]> {
    const devices = await devicesOfPeople(
      db,
      site,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...toUser(row), devices: [...(devices.get(row.id) ?? [])] }));
  }

  async function withSeats(site: SiteKey, rows: readonly Selectable<DeviceTable>[]): Promise<SiteDevice[]> {
    const ids = rows.map(({ id }) => id);
    const [seats, groups] = await Promise.all([
      seatsAtDevices(db, site, ids),
      groupsOfDevices(db, site, rows),
    ]);
    return rows.map((row) => ({
      ...toDevice(row),
      client: seats.get(row.id) ?? null,
      groups: [...(groups.get(row.id) ?? [])],
    }));
  }

  return {
    async users(site, { limit, before }) {
      const rows = await usersOf(site)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withDevices(site, rows);
    },

    async devices(site, { limit, before }) {
      const rows = await devicesOf(site)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withSeats(site, rows);
    },

    async user(site, userId) {
      const [user] = await withDevices(site, await usersOf(site).where('id', '=', userId).execute());
      return user;
    },

    async device(site, deviceId) {
      const [device] = await withSeats(site, await devicesOf(site).where('id', '=', deviceId).execute());
      return device;
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
  ...(row.woken_at !== null && { wolStatus: row.woken_at.toISOString() }),
  ...(row.shut_out_at !== null && { shutOutAt: row.shut_out_at.toISOString() }),
});
