/** Addresses for waking a site's machines. Only computers can be woken. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { COMPUTER_TYPES } from '#domain/devices/device-type.ts';
import { macAddressOf } from '#domain/devices/mac-address.ts';
import type { WakeTarget } from '#protocol/rest/wake-targets.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type WakeTargets = {
  /** Sorted by id; other devices than the site's computers are left out. */
  of(site: SiteKey, deviceIds: readonly string[]): Promise<WakeTarget[]>;
};

/** A statement takes at most 65,535 parameters. */
const IDS_PER_STATEMENT = 10_000;

export function createWakeTargetStore(db: Kysely<Database>): WakeTargets {
  const read = ({ tenant, site }: SiteKey, deviceIds: readonly string[]) =>
    inTenant(db, tenant)
      .selectFrom('devices')
      .leftJoin('device_inventory as inventory', (join) =>
        join.onRef('inventory.tenant', '=', 'devices.tenant').onRef('inventory.device_id', '=', 'devices.id'),
      )
      .select(['devices.id', 'devices.properties', 'devices.mac_addresses', 'inventory.inventory_results'])
      .where('devices.site_id', '=', site)
      .where('devices.type', 'in', COMPUTER_TYPES)
      .where('devices.id', 'in', deviceIds)
      .execute();

  return {
    async of(site, deviceIds) {
      const ids = [...new Set(deviceIds)].sort();
      const targets: WakeTarget[] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) {
        for (const row of await read(site, ids.slice(from, from + IDS_PER_STATEMENT))) {
          targets.push({ deviceId: row.id, macAddresses: addressesOf(row) });
        }
      }
      return targets.sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    },
  };
}

/** Addresses that an administrator has entered, and those that the machine has reported. */
function addressesOf(device: {
  properties: Record<string, unknown>;
  mac_addresses: readonly string[];
  inventory_results: Record<string, unknown> | null;
}): string[] {
  const { macAddresses: entered } = device.properties;
  const { network } = device.inventory_results ?? {};
  const reported = Array.isArray(network) ? network.map((each: { mac?: unknown } | null) => each?.mac) : [];
  const all = [...(Array.isArray(entered) ? entered : []), ...device.mac_addresses, ...reported];
  return [...new Set(all.map(macAddressOf).filter((address) => address !== undefined))];
}
