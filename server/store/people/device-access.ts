/** Shuts devices out of the platform, and lets them in again. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { familiesOf } from './united-devices.ts';

/** `families`: refresh token families of the device, whose sessions must end. */
export type DeviceAccessChange = { hostname: string; shutOutAt: Date | null; families: readonly string[] };

export type DeviceAccess = {
  /**
   * Removes the secrets of the device. No login of the machine is accepted until it is let in again. Undefined:
   * the device does not exist.
   */
  shutOut(site: SiteKey, deviceId: string, now: Date): Promise<DeviceAccessChange | undefined>;
  /** The machine may log in with the secret of its site. Undefined: the device does not exist. */
  letIn(site: SiteKey, deviceId: string): Promise<DeviceAccessChange | undefined>;
};

export function createDeviceAccess(db: Kysely<Database>): DeviceAccess {
  return {
    async shutOut({ tenant, site }, deviceId, now) {
      const device = await db.transaction().execute(async (trx) => {
        const changed = await inTenant(trx, tenant)
          .updateTable('devices')
          .set((is) => ({ shut_out_at: is.fn.coalesce('shut_out_at', is.val(now)) }))
          .where('site_id', '=', site)
          .where('id', '=', deviceId)
          .returning(['hostname', 'shut_out_at as shutOutAt'])
          .executeTakeFirst();
        if (changed !== undefined)
          await inTenant(trx, tenant)
            .deleteFrom('device_secrets')
            .where('device_id', '=', deviceId)
            .execute();
        return changed;
      });
      // After the commit, which sessions that begin later see.
      return device && { ...device, families: await familiesOf(db, tenant, [deviceId]) };
    },

    async letIn({ tenant, site }, deviceId) {
      const device = await inTenant(db, tenant)
        .updateTable('devices')
        .set({ shut_out_at: null })
        .where('site_id', '=', site)
        .where('id', '=', deviceId)
        .returning('hostname')
        .executeTakeFirst();
      return device && { ...device, shutOutAt: null, families: [] };
    },
  };
}
