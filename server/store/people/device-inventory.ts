/** The newest inventory that each device of a site has answered. */
import { type Kysely, sql } from 'kysely';
import type { InventoryAnswer, InventoryField } from '#protocol/rest/device-inventory.ts';
import { type Database, toJson } from '../database.ts';
import type { Page } from '../page.ts';
import type { SiteKey } from '../site-key.ts';

export type InventoryPage = Page & {
  /** What each record holds besides its id. */
  fields: ReadonlySet<InventoryField>;
  /** Of these devices only. */
  ids: readonly string[] | undefined;
};

export type DeviceInventory = {
  /** Whether the site has its inventory switched on, in its settings. */
  isOn(site: SiteKey): Promise<boolean>;
  /** One page as JSON. It is passed on as the text that the table holds: a page is several megabytes. */
  page(site: SiteKey, page: InventoryPage): Promise<string>;
  /** Keeps the answer of a client; undefined where it belongs to no device of the site, or the inventory is off. */
  keep(
    client: SiteKey & { clientId: string },
    answer: InventoryAnswer,
    atMs: number,
  ): Promise<{ deviceId: string } | undefined>;
};

export function createDeviceInventory(db: Kysely<Database>): DeviceInventory {
  const isOn: DeviceInventory['isOn'] = async ({ tenant, site }) => {
    const row = await db
      .selectFrom('site_client_settings')
      .select('settings')
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .executeTakeFirst();
    const inventory = row?.settings.inventory as { enabled?: unknown } | null | undefined;
    return inventory?.enabled === true;
  };

  return {
    isOn,

    async page({ tenant, site }, { limit, before, fields, ids }) {
      const text = (column: 'inventory_results' | 'software_results', isWanted: boolean) =>
        isWanted ? sql<string>`${sql.ref(column)}::text` : sql<string | null>`null`;
      const rows = await db
        .selectFrom('device_inventory')
        .select(['device_id', 'updated_at'])
        .select(text('inventory_results', fields.has('inventoryResults')).as('hardware'))
        .select(text('software_results', fields.has('softwareResults')).as('software'))
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .$if(before !== undefined, (query) => query.where('device_id', '<', before ?? ''))
        .$if(ids !== undefined, (query) => query.where('device_id', 'in', [...(ids ?? [])]))
        .orderBy('device_id', 'desc')
        .limit(limit)
        .execute();
      const records = rows.map(({ device_id, updated_at, hardware, software }) => {
        const parts = [`"id":${JSON.stringify(device_id)}`];
        if (hardware !== null) parts.push(`"inventoryResults":${hardware}`);
        if (software !== null) parts.push(`"softwareResults":${software}`);
        if (fields.has('updated')) parts.push(`"updated":${JSON.stringify(updated_at)}`);
        return `{${parts.join(',')}}`;
      });
      return `[${records.join(',')}]`;
    },

    async keep({ tenant, site, clientId }, answer, atMs) {
      const client = await db
        .selectFrom('clients')
        .select('device_id')
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('id', '=', clientId)
        .executeTakeFirst();
      const deviceId = client?.device_id;
      if (!deviceId || !(await isOn({ tenant, site }))) return undefined;
      const given = {
        site_id: site,
        inventory_results: toJson(answer.inventoryResults),
        software_results: toJson(answer.softwareResults),
        updated_at: new Date(atMs),
      };
      await db
        .insertInto('device_inventory')
        .values({ tenant, device_id: deviceId, ...given })
        .onConflict((at) => at.columns(['tenant', 'device_id']).doUpdateSet(given))
        .execute();
      return { deviceId };
    },
  };
}
