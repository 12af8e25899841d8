/** Stores the latest inventory of each device of a site. */

import { type Kysely, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { ownMacAddresses } from '#domain/devices/mac-address.ts';
import type { InventoryAnswer, InventoryField } from '#protocol/rest/device-inventory.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';

export type InventoryPage = Page & {
  /** Fields of each record besides its id. */
  fields: ReadonlySet<InventoryField>;
  /** Only these devices; undefined: all. */
  ids: readonly string[] | undefined;
};

export type DeviceInventory = {
  /** Whether inventory is enabled in the settings of the site. */
  isOn(site: SiteKey): Promise<boolean>;
  /**
   * Yields one page as JSON, in pieces of the text in the table. A page is several megabytes, or a hundred if
   * devices send much, so only the piece that the reader takes next is in memory.
   */
  page(site: SiteKey, page: InventoryPage): AsyncGenerator<string, void>;
  /** Stores the answer of a client; undefined where the site lacks its device, or inventory is disabled. */
  keep(
    client: SiteKey & { clientId: string },
    answer: InventoryAnswer,
    atMs: number,
  ): Promise<{ deviceId: string } | undefined>;
};

/** The inventory of one device takes up to 256 KiB. */
const BATCH_SIZE = 50;

export function createDeviceInventory(db: Kysely<Database>): DeviceInventory {
  const isOn: DeviceInventory['isOn'] = async ({ tenant, site }) => {
    const row = await inTenant(db, tenant)
      .selectFrom('site_client_settings')
      .select('settings')
      .where('site_id', '=', site)
      .executeTakeFirst();
    const inventory = row?.settings.inventory as { enabled?: unknown } | null | undefined;
    return inventory?.enabled === true;
  };

  function rowsOf({ tenant, site }: SiteKey, { limit, before, fields, ids }: InventoryPage) {
    const text = (column: 'inventory_results' | 'software_results', isWanted: boolean) =>
      isWanted ? sql<string>`${sql.ref(column)}::text` : sql<string | null>`null`;
    return inTenant(db, tenant)
      .selectFrom('device_inventory')
      .select(['device_id', 'updated_at'])
      .select(text('inventory_results', fields.has('inventoryResults')).as('hardware'))
      .select(text('software_results', fields.has('softwareResults')).as('software'))
      .where('site_id', '=', site)
      .$if(before !== undefined, (query) => query.where('device_id', '<', before ?? ''))
      .$if(ids !== undefined, (query) => query.where('device_id', 'in', [...(ids ?? [])]))
      .orderBy('device_id', 'desc')
      .limit(limit)
      .execute();
  }
  type Row = Awaited<ReturnType<typeof rowsOf>>[number];

  function textOf({ device_id, updated_at, hardware, software }: Row, fields: InventoryPage['fields']) {
    const parts = [`"id":${JSON.stringify(device_id)}`];
    if (hardware !== null) parts.push(`"inventoryResults":${hardware}`);
    if (software !== null) parts.push(`"softwareResults":${software}`);
    if (fields.has('updated')) parts.push(`"updated":${JSON.stringify(updated_at)}`);
    return `{${parts.join(',')}}`;
  }

  return {
    isOn,

    async *page(site, { fields, ids, ...page }) {
      const isLarge = fields.has('inventoryResults') || fields.has('softwareResults');
      let { limit: left, before } = page;
      let lead = '[';
      while (left > 0) {
        const limit = isLarge ? Math.min(left, BATCH_SIZE) : left;
        const rows = await rowsOf(site, { limit, before, fields, ids });
        if (rows.length > 0) {
          yield lead + rows.map((row) => textOf(row, fields)).join(',');
          lead = ',';
        }
        left = rows.length < limit ? 0 : left - limit;
        before = rows.at(-1)?.device_id;
      }
      yield lead === '[' ? '[]' : ']';
    },

    async keep({ tenant, site, clientId }, answer, atMs) {
      const client = await inTenant(db, tenant)
        .selectFrom('clients')
        .select('device_id')
        .where('site_id', '=', site)
        .where('id', '=', clientId)
        .executeTakeFirst();
      const deviceId = client?.device_id;
      if (!deviceId || !(await isOn({ tenant, site }))) return undefined;
      const values = {
        site_id: site,
        inventory_results: toJson(answer.inventoryResults),
        software_results: toJson(answer.softwareResults),
        updated_at: new Date(atMs),
      };
      await db
        .insertInto('device_inventory')
        .values({ tenant, device_id: deviceId, ...values })
        .onConflict((at) => at.columns(['tenant', 'device_id']).doUpdateSet(values))
        .execute();
      await keepAdapters(db, { tenant, deviceId }, answer);
      return { deviceId };
    },
  };
}

/** Stores network adapters for an agent that does not send them when it enrols. */
async function keepAdapters(
  db: Kysely<Database>,
  { tenant, deviceId }: { tenant: string; deviceId: string },
  { inventoryResults: { network = [] } }: InventoryAnswer,
): Promise<void> {
  const addresses = ownMacAddresses(network.map(({ mac }) => mac));
  if (addresses.length === 0) return;
  await inTenant(db, tenant)
    .updateTable('devices')
    .set({ mac_addresses: toJson(addresses) })
    .where('id', '=', deviceId)
    .where(sql<boolean>`mac_addresses = '[]'::jsonb`)
    .execute();
}
