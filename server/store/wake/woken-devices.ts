/** Stores when the machines of a site were last woken. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { COMPUTER_TYPES } from '#domain/devices/device-type.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type WokenDevices = {
  /** Returns the ids of devices that exist on the site. */
  note(site: SiteKey, deviceIds: readonly string[], atMs: EpochMs): Promise<string[]>;
};

export function createWokenDevices(db: Kysely<Database>): WokenDevices {
  return {
    async note({ tenant, site }, deviceIds, atMs) {
      if (deviceIds.length === 0) return [];
      const rows = await inTenant(db, tenant)
        .updateTable('devices')
        .set({ woken_at: new Date(atMs) })
        .where('site_id', '=', site)
        .where('type', 'in', COMPUTER_TYPES)
        .where('id', 'in', [...new Set(deviceIds)])
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
