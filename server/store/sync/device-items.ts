/** Imports devices of a directory as devices of the site, before an agent runs on them. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import { type Database, toJson } from '../database.ts';
import { storedName } from '../people/directory-people.ts';
import { removeDevices } from '../people/directory-removal.ts';
import { exclusiveTargets } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';
import { knownNow, type PendingItem, type SyncStore, siteOf } from './sync-kind.ts';

export type ListedDevice = {
  id: string;
  hostname: string;
  serialNumber: string | undefined;
  type: DeviceType;
};

export const deviceItems: SyncStore<ListedDevice> = {
  kind: 'devices',
  tables: ['devices'],
  nameOf: (device) => hostnameOf(device) || device.id,
  contentOf: ({ hostname, serialNumber }) => [hostname, serialNumber ?? ''],

  async present(db, job, devices) {
    return new Set((await findDevices(db, job, devices)).keys());
  },

  async write(trx, job, items) {
    const fresh = items.filter(({ known }) => known === undefined).map(({ item }) => item);
    const found = await findDevices(trx, job, fresh);
    const made = await insert(
      trx,
      job,
      fresh.filter((device) => !found.has(device.id) && hostnameOf(device) !== ''),
    );
    const changed = await update(trx, job, items);
    return {
      items: knownNow(items, { found, made }),
      added: made.size,
      changed,
    };
  },

  async remove(trx, job, items) {
    return removeDevices(
      trx,
      siteOf(job),
      await exclusiveTargets(trx, job.tenant, { kind: 'devices', items }),
    );
  },
};

const serialOf = ({ serialNumber }: ListedDevice) => storedName(serialNumberOf(serialNumber));
const hostnameOf = (device: ListedDevice) => storedName(device.hostname) || serialOf(device);

/**
 * Finds devices by a serial number that is unique on the site, otherwise by the hostname of a device without
 * one. For a merged device the remaining one is returned.
 */
export async function findDevices(
  db: Kysely<Database> | Transaction<Database>,
  job: JobSettings,
  devices: readonly ListedDevice[],
): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const { tenant, site } = siteOf(job);
  const wanted = devices.map((device) => ({
    native: device.id,
    serial: serialOf(device),
    hostname: hostnameOf(device).toLowerCase(),
  }));
  // One index lookup for each device: without statistics the planner would read the whole site.
  const { rows } = await sql<{ native: string; id: string; is_named: boolean }>`
    select native, coalesce(by_serial.id, by_hostname.id) as id, by_serial.id is null as is_named
    from jsonb_to_recordset(${toJson(wanted)}::jsonb) as wanted(native text, serial text, hostname text)
    left join lateral (
      select min(id) as id from (
        select id from devices where tenant = ${tenant} and site_id = ${site}
          and serial_number = nullif(wanted.serial, '')
        union select device_id from united_devices where tenant = ${tenant} and site_id = ${site}
          and serial_number = nullif(wanted.serial, '')) of_serial having count(*) = 1) by_serial on true
    left join lateral (
      select id from (
        select id, serial_number from devices where tenant = ${tenant} and site_id = ${site}
          and lower(devices.hostname) = wanted.hostname and client_key is null
        union select device_id, serial_number from united_devices where tenant = ${tenant} and site_id = ${site}
          and lower(united_devices.hostname) = wanted.hostname) of_hostname
      where by_serial.id is null and (serial_number is null or wanted.serial = '') limit 1) by_hostname on true
    where coalesce(by_serial.id, by_hostname.id) is not null`.execute(db);
  const found = new Map<string, string>();
  const named = new Set<string>();
  for (const { native, id, is_named } of rows) {
    // Listed devices with the same hostname and no serial number: only one of them is the known device.
    if (is_named && named.has(id)) continue;
    if (is_named) named.add(id);
    found.set(native, id);
  }
  return found;
}

/** False for the second device with a serial number on one page; the next run finds it by that number. */
function isFirstOfSerial(): (device: ListedDevice) => boolean {
  const serials = new Set<string>();
  return (device) => {
    const serial = serialOf(device);
    if (serials.has(serial)) return false;
    if (serial !== '') serials.add(serial);
    return true;
  };
}

/** New ids by the directory's ids. */
async function insert(
  trx: Transaction<Database>,
  job: JobSettings,
  devices: readonly ListedDevice[],
): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const { tenant, site } = siteOf(job);
  const rows = devices.filter(isFirstOfSerial()).map((device) => ({
    native: device.id,
    id: randomUUID(),
    hostname: hostnameOf(device),
    serial: serialOf(device),
    type: device.type,
  }));
  const made = await sql<{ id: string }>`
    insert into devices (tenant, site_id, id, hostname, serial_number, type)
    select ${tenant}, ${site}, id, hostname, nullif(serial, ''), type
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as d(id text, hostname text, serial text, type text)
    on conflict do nothing returning id`.execute(trx);
  const ids = new Set(made.rows.map(({ id }) => id));
  return new Map(rows.flatMap(({ native, id }) => (ids.has(id) ? [[native, id] as const] : [])));
}

/** A device's own hostname takes precedence: only devices that were never online are renamed. */
async function update(
  trx: Transaction<Database>,
  job: JobSettings,
  items: readonly PendingItem<ListedDevice>[],
): Promise<number> {
  const devices = items.flatMap(({ item, known }) =>
    known ? [{ id: known.target, hostname: hostnameOf(item), serial: serialOf(item) }] : [],
  );
  if (devices.length === 0) return 0;
  const { tenant, site } = siteOf(job);
  const { numAffectedRows = 0n } = await sql`
    update devices set hostname = coalesce(nullif(device.hostname, ''), devices.hostname),
      serial_number = case when device.serial = '' or exists (
        select from devices other where other.tenant = ${tenant} and other.site_id = ${site}
          and other.serial_number = device.serial and other.id <> devices.id)
        then devices.serial_number else device.serial end
    from jsonb_to_recordset(${toJson(devices)}::jsonb) as device(id text, hostname text, serial text)
    where devices.tenant = ${tenant} and devices.site_id = ${site} and devices.id = device.id
      and devices.last_seen_at is null`.execute(trx);
  return Number(numAffectedRows);
}
