/**
 * Finds the device of a machine that runs an agent. Several hints together identify a machine; when they
 * disagree, it gets a new device.
 */

import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { ownMacAddresses } from '#domain/devices/mac-address.ts';
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import type { DeviceLogin } from '#protocol/auth/auth-service.ts';
import { type Database, toJson } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { hasOpenConnection } from '#store/people/open-connection.ts';
import type { SitePlace } from '../secrets/site-secrets.ts';
import {
  type ArrivingMachine,
  type KnownMachine,
  type Likeness,
  likenessOf,
  type MachineHints,
} from './same-machine.ts';

/** `copyOf`: id of a connected device whose agent has the same installation id, so the disk was copied. */
export type MachineDevice = { id: string; isNew: boolean; copyOf?: string };
/**
 * `connected`: the only matching device is connected now. That may be the machine's own previous connection,
 * which has just ended, so the caller retries. `other-machine`: the secret belongs to another machine.
 * `shut-out`: an administrator has shut the device out.
 */
export type MachineRefusal = 'connected' | 'other-machine' | 'shut-out';

/** How many agent ids are stored per device. Guest browsers make a new id at each start. */
const MAX_INSTALLATIONS = 50;

type Trx = Transaction<Database>;
type Arrival = { trx: Trx; place: SitePlace; login: DeviceLogin; now: Date };

/** A device, or one that was united with another. `deviceId` is the id of the device that represents both. */
type Known = KnownMachine & { id: string; deviceId: string; isShutOut: boolean };
type Match = { known: Known; likeness: Likeness };

/**
 * Returns the device of a machine that logs in with the secret of its site, or creates one. With `isLastTry`,
 * a machine whose only matching device is still connected gets a new device.
 */
export async function machineDeviceOf(
  arrival: Arrival,
  { isLastTry }: { isLastTry: boolean },
): Promise<MachineDevice | MachineRefusal> {
  const machine = machineOf(arrival);
  await lockHints(arrival, machine);
  const matches = matchesOf(machine, await readKnown(arrival, machine));
  const free = matches.find((match) => isSure(match) || !match.known.isConnected);
  if (free === undefined && matches.length > 0 && !isLastTry) return 'connected';
  if (free !== undefined) return takeDevice(arrival, machine, free.known);
  const device = await insertDevice(arrival, machine);
  const copied = matches.find(({ known }) => known.installations.some((id) => id === machine.installation));
  return copied === undefined ? device : { ...device, copyOf: copied.known.deviceId };
}

/**
 * Returns the device of a machine that logs in with a secret of its own. A copied disk image contains the
 * secret too, so the secret is refused if the hardware differs, or if the device is still connected at the
 * last try.
 */
export async function secretDeviceOf(
  arrival: Arrival,
  { deviceId, installation }: { deviceId: string; installation: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<MachineDevice | MachineRefusal> {
  const machine = { ...machineOf(arrival), installation };
  await lockHints(arrival, machine);
  const all = await readUnited(arrival, deviceId);
  const ofAgent = all.filter(({ installations }) => installations.includes(installation));
  const [match] = likeFirst(
    machine,
    (ofAgent.length > 0 ? ofAgent : all).map((known) => ({ ...known, installations: [installation] })),
  );
  if (match === undefined) return 'other-machine';
  const known = all.find(({ id }) => id === match.known.id) ?? match.known;
  if (!isSure(match) && known.isConnected) return isLastTry ? 'other-machine' : 'connected';
  return takeDevice(arrival, machine, known);
}

const machineOf = ({ login }: Arrival): ArrivingMachine => ({
  hostname: login.hostname,
  serial: serialNumberOf(login.serialNumber),
  macs: ownMacAddresses(login.macAddresses ?? []),
  installation: login.installationId?.trim() || undefined,
});

async function takeDevice(
  arrival: Arrival,
  machine: ArrivingMachine,
  known: Known,
): Promise<MachineDevice | 'shut-out'> {
  if (known.isShutOut) return 'shut-out';
  await updateDevice(arrival, machine, known);
  return { id: known.deviceId, isNew: false };
}

/** Best match first. A hint that two devices of the site share identifies neither of them and is ignored. */
function matchesOf(machine: ArrivingMachine, all: readonly Known[]): Match[] {
  const isShared = (has: (known: Known) => boolean) =>
    new Set(all.filter(has).map(({ deviceId }) => deviceId)).size > 1;
  const sharedMacs = new Set(machine.macs.filter((mac) => isShared(({ macs }) => macs.includes(mac))));
  const isSerialShared = isShared(({ serial }) => serial !== undefined && serial === machine.serial);
  const isInstallationShared = isShared(({ installations }) =>
    installations.some((id) => id === machine.installation),
  );
  const telling = <Hints extends MachineHints>(hints: Hints): Hints => ({
    ...hints,
    macs: hints.macs.filter((mac) => !sharedMacs.has(mac)),
    serial: isSerialShared && hints.serial === machine.serial ? undefined : hints.serial,
  });
  const arriving = {
    ...telling(machine),
    installation: isInstallationShared ? undefined : machine.installation,
  };
  return likeFirst(arriving, all.map(telling));
}

/** The devices that may be this machine, the best match first. */
const likeFirst = (machine: ArrivingMachine, all: readonly Known[]): Match[] =>
  all
    .flatMap((known): Match[] => {
      const likeness = likenessOf(machine, known);
      return likeness ? [{ known, likeness }] : [];
    })
    .sort((a, b) => b.likeness.rank - a.likeness.rank || Number(isSure(b)) - Number(isSure(a)));

const isSure = ({ likeness }: Match) => likeness.certainty === 'sure';

/** Serialises logins of one machine, so that a retry whose answer was lost makes no second device. */
async function lockHints({ trx, place }: Arrival, machine: ArrivingMachine): Promise<void> {
  const hints = [machine.hostname.toLowerCase(), machine.serial, machine.installation, ...machine.macs];
  const names = hints.flatMap((hint) => (hint === undefined ? [] : `${place.tenant} ${place.site} ${hint}`));
  // Always in the same order, because two transactions would deadlock otherwise.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from jsonb_array_elements_text(${toJson(names)}::jsonb) as name
      order by key) as keys`.execute(trx);
}

const HINTS = sql`tenant, site_id, hostname, serial_number, mac_addresses, installations, last_seen_at`;

type Row = {
  id: string;
  device_id: string;
  hostname: string;
  serial_number: string | null;
  mac_addresses: string[];
  installations: string[];
  is_connected: boolean;
  is_shut_out: boolean;
};

/** The machines of the site that share a hint with this one, most recently seen first. */
async function readKnown(arrival: Arrival, machine: ArrivingMachine): Promise<readonly Known[]> {
  const { tenant, site } = arrival.place;
  // One index lookup per hint. With the site in the same condition the planner would read the whole site,
  // because it has no statistics of the table.
  const ofSite = sql`tenant = ${tenant} and site_id = ${site}`;
  const ofDevice = sql`select id, id as device_id, client_key, ${HINTS} from devices`;
  const looks = [
    sql`${ofDevice} where ${ofSite} and lower(hostname) = ${machine.hostname.toLowerCase()}`,
    ...(machine.serial === undefined
      ? []
      : [sql`${ofDevice} where ${ofSite} and serial_number = ${machine.serial}`]),
    ...machine.macs.map((mac) => sql`${ofDevice} where mac_addresses @> ${toJson([mac])}::jsonb`),
    ...(machine.installation === undefined
      ? []
      : [sql`${ofDevice} where installations @> ${toJson([machine.installation])}::jsonb`]),
    // Few devices are united, so one query for all hints is fast enough.
    sql`select id, device_id, null, ${HINTS} from united_devices
      where ${ofSite} and (lower(hostname) = ${machine.hostname.toLowerCase()} or serial_number = ${machine.serial ?? ''}
        or mac_addresses ?| array(select jsonb_array_elements_text(${toJson(machine.macs)}::jsonb))
        or installations @> ${toJson([machine.installation ?? ''])}::jsonb)`,
  ];
  return readState(arrival, sql`${sql.join(looks, sql` union `)}`);
}

/** A device, and those that were united with it. */
function readUnited(arrival: Arrival, deviceId: string): Promise<readonly Known[]> {
  const { tenant } = arrival.place;
  return readState(
    arrival,
    sql`select id, id as device_id, client_key, ${HINTS} from devices where tenant = ${tenant} and id = ${deviceId}
      union select id, device_id, null, ${HINTS} from united_devices
        where tenant = ${tenant} and site_id = ${arrival.place.site} and device_id = ${deviceId}`,
  );
}

/** Adds to the rows of `found` whether their devices are connected and shut out. */
async function readState(
  { trx, place: { tenant, site }, login }: Arrival,
  found: RawBuilder<unknown>,
): Promise<readonly Known[]> {
  const { rows } = await sql<Row>`
    with found as materialized (${found})
    select known.*,
      exists (select from devices d
        where d.tenant = ${tenant} and d.id = known.device_id and d.shut_out_at is not null) as is_shut_out,
      ${hasOpenConnection(
        { tenant: sql`${tenant}`, site: sql`${site}`, id: sql`known.device_id` },
        sql`and clients.type = ${login.type}`,
      )} as is_connected
    from found as known where tenant = ${tenant} and site_id = ${site} and client_key is null
    order by known.last_seen_at desc nulls last, known.id`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    deviceId: row.device_id,
    hostname: row.hostname,
    serial: serialNumberOf(row.serial_number),
    macs: row.mac_addresses,
    installations: row.installations,
    isConnected: row.is_connected,
    isShutOut: row.is_shut_out,
  }));
}

async function insertDevice(
  { trx, place, login, now }: Arrival,
  { hostname, serial, macs, installation }: ArrivingMachine,
): Promise<MachineDevice> {
  const id = randomUUID();
  await trx
    .insertInto('devices')
    .values({
      tenant: place.tenant,
      id,
      site_id: place.site,
      hostname,
      type: login.type,
      serial_number: serial ?? null,
      mac_addresses: toJson(macs),
      installations: toJson(installation === undefined ? [] : [installation]),
      last_seen_at: now,
      ...(login.version && { version: login.version }),
    })
    .execute();
  return { id, isNew: true };
}

/** Hints that the machine did not send keep their stored values. */
async function updateDevice(
  { trx, place: { tenant }, login, now }: Arrival,
  { hostname, serial, macs, installation }: ArrivingMachine,
  { id, deviceId, installations }: Known,
): Promise<void> {
  const hints = {
    hostname,
    last_seen_at: now,
    ...(serial !== undefined && { serial_number: serial }),
    ...(macs.length > 0 && { mac_addresses: toJson([...macs]) }),
    ...(installation !== undefined &&
      !installations.includes(installation) && {
        installations: toJson([...installations, installation].slice(-MAX_INSTALLATIONS)),
      }),
  };
  const seen = { type: login.type, last_seen_at: now, ...(login.version && { version: login.version }) };
  if (id !== deviceId)
    await inTenant(trx, tenant).updateTable('united_devices').set(hints).where('id', '=', id).execute();
  await inTenant(trx, tenant)
    .updateTable('devices')
    .set(id === deviceId ? { ...hints, ...seen } : seen)
    .where('id', '=', deviceId)
    .execute();
}
