/** Finds devices that may be one machine, and devices that may be several. An administrator decides. */

import { type Kysely, sql } from 'kysely';
import type {
  DeviceDoubt,
  DeviceLikeness,
  DoubtfulDevice,
  DuplicateDevice,
  DuplicateDevices,
  LikeDevices,
} from '#protocol/rest/admin/duplicate-devices.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { hasOpenConnection } from './open-connection.ts';

/** Rows of each list. */
const MAX_ROWS = 200;
/** More devices with the same name or number follow a naming habit of the school and are not one machine. */
const MAX_ALIKE = 20;
/** A network adapter of more devices than this belongs to a docking station. */
const MAX_OF_ADAPTER = 4;
/** Days for which the names and connections of a device count. */
const RECENT_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;

type DeviceRow = {
  id: string;
  site_id: string;
  site_name: string;
  name: string;
  serial_number: string | null;
  last_seen_at: Date | null;
  is_connected: boolean;
};

export async function readDuplicateDevices(
  db: Kysely<Database>,
  tenant: string,
  now: number,
): Promise<DuplicateDevices> {
  const since = new Date(now - RECENT_DAYS * DAY_MS);
  const [alike, doubts] = [await readAlike(db, tenant), await readDoubts(db, tenant, since)];
  const ids = [...alike.flatMap((each) => each.ids), ...doubts.map(({ id }) => id)];
  const devices = await readDevices(db, tenant, ids);
  const mayBeOne = alike.flatMap(({ reasons, ids: of }): LikeDevices[] => {
    const found = of.flatMap((id) => devices.get(id) ?? []);
    const [first] = found;
    if (first === undefined || found.length < 2) return [];
    return [{ ...placeOf(first), reasons, devices: found.map(deviceOf) }];
  });
  const mayBeSeveral = doubts.flatMap(({ id, reasons, names, united }): DoubtfulDevice[] => {
    const row = devices.get(id);
    return row ? [{ ...placeOf(row), reasons, device: deviceOf(row), names, united }] : [];
  });
  return {
    mayBeOne: mayBeOne.slice(0, MAX_ROWS),
    mayBeSeveral: mayBeSeveral.slice(0, MAX_ROWS),
    isWhole: mayBeOne.length <= MAX_ROWS && mayBeSeveral.length <= MAX_ROWS,
  };
}

const placeOf = ({ site_id, site_name }: DeviceRow) => ({ siteId: site_id, siteName: site_name });
const deviceOf = (row: DeviceRow): DuplicateDevice => ({
  id: row.id,
  name: row.name,
  serialNumber: row.serial_number,
  lastSeen: row.last_seen_at?.toISOString() ?? null,
  isConnected: row.is_connected,
});

async function readDevices(
  db: Kysely<Database>,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeviceRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DeviceRow>`
    select d.id, d.site_id, sites.name as site_name, coalesce(nullif(d.alias, ''), d.hostname) as name, d.serial_number,
      d.last_seen_at, ${hasOpenConnection({ tenant: sql`d.tenant`, site: sql`d.site_id`, id: sql`d.id` })} as is_connected
    from devices d join sites on sites.tenant = d.tenant and sites.id = d.site_id
    where d.tenant = ${tenant} and d.id in (${sql.join([...new Set(ids)])})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type Alike = { reasons: DeviceLikeness[]; ids: readonly string[] };

/**
 * Devices of one site with a hint in common. Different serial numbers mean different machines, unless one
 * device was last seen before the other one appeared: a new mainboard has a new number.
 */
async function readAlike(db: Kysely<Database>, tenant: string): Promise<Alike[]> {
  const { rows } = await sql<{ reason: DeviceLikeness; ids: string[] }>`
    with d as (
      select site_id, id, hostname, serial_number, mac_addresses, created_at, last_seen_at from devices
      where tenant = ${tenant} and client_key is null),
    hints as (
      select d.*, 'serial' as reason, serial_number as hint from d where serial_number is not null
      union all
      select d.*, 'adapter', mac from d, jsonb_array_elements_text(mac_addresses) as mac
      union all
      select d.*, 'name', lower(hostname) from d)
    select reason, jsonb_agg(id order by id) as ids from hints group by site_id, reason, hint
    having count(*) > 1 and count(*) <= case reason when 'adapter' then ${MAX_OF_ADAPTER}::int else ${MAX_ALIKE}::int end
      and (reason = 'serial' or count(*) > count(distinct serial_number) or min(last_seen_at) < max(created_at))
    order by site_id, reason desc, hint limit ${MAX_ROWS * 3}`.execute(db);
  const alike = new Map<string, Alike>();
  for (const { reason, ids } of rows) {
    const key = ids.join(' ');
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { reasons: [reason], ids });
    else if (!known.reasons.includes(reason)) known.reasons.push(reason);
  }
  return [...alike.values()];
}

type Doubt = { id: string } & Pick<DoubtfulDevice, 'reasons' | 'names' | 'united'>;

async function readDoubts(db: Kysely<Database>, tenant: string, since: Date): Promise<Doubt[]> {
  const doubts = new Map<string, Doubt>();
  const doubt = (id: string, reason: DeviceDoubt): Doubt => {
    const known = doubts.get(id) ?? { id, reasons: [], names: [], united: [] };
    if (!known.reasons.includes(reason)) known.reasons.push(reason);
    doubts.set(id, known);
    return known;
  };
  const united = await inTenant(db, tenant)
    .selectFrom('united_devices')
    .select(['id', 'device_id', 'hostname', 'united_at'])
    .orderBy('united_at', 'desc')
    .limit(MAX_ROWS)
    .execute();
  for (const { id, device_id, hostname, united_at } of united)
    doubt(device_id, 'united').united.push({ id, name: hostname, unitedAt: united_at.toISOString() });
  const { rows: named } = await sql<{ device_id: string; names: string[] }>`
    select clients.device_id, jsonb_agg(distinct clients.hostname) as names from clients
    join devices on devices.tenant = clients.tenant and devices.id = clients.device_id and devices.client_key is null
    where clients.tenant = ${tenant} and clients.last_seen_at > ${since}
      and not exists (select from united_devices u where u.tenant = clients.tenant and u.device_id = clients.device_id)
    group by clients.device_id having count(distinct lower(clients.hostname)) > 1
    order by clients.device_id limit ${MAX_ROWS}`.execute(db);
  for (const { device_id, names } of named) doubt(device_id, 'names').names.push(...names);
  const { rows: replaced } = await sql<{ device_id: string }>`
    select distinct clients.device_id from client_connections as last
    join clients on clients.tenant = last.tenant and clients.id = last.client_id
    join devices on devices.tenant = clients.tenant and devices.id = clients.device_id and devices.client_key is null
    where last.tenant = ${tenant} and last.replaced_elsewhere and last.replaced_at > ${since}
    order by 1 limit ${MAX_ROWS}`.execute(db);
  for (const { device_id } of replaced) doubt(device_id, 'addresses');
  return [...doubts.values()];
}
