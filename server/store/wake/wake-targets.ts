/** By which addresses a site's machines are woken. Only Windows devices can be. */
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type WakeTarget, wakeTargetSchema } from '#protocol/rest/wake-targets.ts';
import type { Database } from '../database.ts';
import type { SiteKey } from '../site-key.ts';

export type WakeTargets = {
  /** Those of the site's, by id; what is no Windows device of it is left out. */
  of(site: SiteKey, deviceIds: readonly string[]): Promise<WakeTarget[]>;
};

/** A statement takes at most 65,535 parameters. */
const IDS_PER_STATEMENT = 10_000;

export function createWakeTargetStore(db: Kysely<Database>): WakeTargets {
  const read = ({ tenant, site }: SiteKey, deviceIds: readonly string[]) =>
    db
      .selectFrom('devices')
      .leftJoin('device_inventory as inventory', (join) =>
        join.onRef('inventory.tenant', '=', 'devices.tenant').onRef('inventory.device_id', '=', 'devices.id'),
      )
      .select(['devices.id', 'devices.properties', 'inventory.inventory_results'])
      .where('devices.tenant', '=', tenant)
      .where('devices.site_id', '=', site)
      .where('devices.type', '=', 'windowsAgent')
      .where('devices.id', 'in', deviceIds)
      .execute();

  return {
    async of(site, deviceIds) {
      const ids = [...new Set(deviceIds)].sort();
      const targets: WakeTarget[] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) {
        for (const row of await read(site, ids.slice(from, from + IDS_PER_STATEMENT))) {
          const macAddresses = addressesIn(row.properties, row.inventory_results ?? {});
          targets.push({ deviceId: row.id, macAddresses });
        }
      }
      return targets.sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1));
    },
  };
}

const addressSchema = wakeTargetSchema.entries.macAddresses.item;
const isAddress = (value: unknown): value is string => v.is(addressSchema, value);

/** The addresses that an administrator has entered, and those that the machine has reported. */
function addressesIn(properties: Record<string, unknown>, inventory: Record<string, unknown>): string[] {
  const written = Array.isArray(properties.macAddresses) ? properties.macAddresses : [];
  const network = Array.isArray(inventory.network) ? inventory.network : [];
  const told = network.map((each: { mac?: unknown } | null) => each?.mac);
  const plain = [...written, ...told].filter(isAddress);
  return [...new Set(plain.map((address) => address.toLowerCase().replaceAll('-', ':')))];
}
