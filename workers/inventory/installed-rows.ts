/** Rows of installed items: over all devices, for one item, and for one device. */
import type { DriverRow, InstalledOn, ProgramRow } from '#protocol/threads/inventory-worker.ts';
import type { HeldDevice } from './held-device.ts';
import type { Installs, InstallTable } from './install-table.ts';

type Fields = readonly string[];

export const programOf = ([name = '', publisher = '']: Fields) => ({ name, publisher });
export const driverOf = ([kind = '', description = '', provider = '']: Fields) => ({
  description,
  class: kind,
  provider,
});

/** One row for each item that at least one device has. */
function installed<Row>(
  { things }: InstallTable,
  rowOf: (fields: Fields, id: string, totalInstalls: number) => Row,
): Row[] {
  return things.flatMap(({ fields, count }, number) =>
    count === 0 ? [] : [rowOf(fields, String(number), count)],
  );
}

export const programRows = (table: InstallTable): ProgramRow[] =>
  installed(table, (fields, id, totalInstalls) => ({ id, ...programOf(fields), totalInstalls }));

export const driverRows = (table: InstallTable): DriverRow[] =>
  installed(table, (fields, id, totalInstalls) => ({ id, ...driverOf(fields), totalInstalls }));

/** The devices that have the item with this number. */
export function installedOn(
  devices: Iterable<HeldDevice>,
  kind: 'programs' | 'drivers',
  { versions, thing }: { versions: readonly string[]; thing: number },
): InstalledOn[] {
  const found: InstalledOn[] = [];
  for (const device of devices) {
    const installs = device[kind];
    for (let at = 0; at < installs.length; at += 2) {
      if (installs[at] !== thing) continue;
      const { id, deviceName } = device.hardware;
      found.push({ id, deviceName, version: versions[installs[at + 1] as number] ?? '' });
    }
  }
  return found;
}

/** One row for each installation on a device. */
export function rowsOfDevice<Row extends object>(
  { things, versions }: InstallTable,
  installs: Installs,
  rowOf: (fields: Fields) => Row,
): (Row & { id: string; version: string })[] {
  const rows: (Row & { id: string; version: string })[] = [];
  for (let at = 0; at < installs.length; at += 2) {
    const thing = installs[at] as number;
    const version = installs[at + 1] as number;
    const row = rowOf(things[thing]?.fields ?? []);
    rows.push({ ...row, id: `${thing}-${version}`, version: versions[version] ?? '' });
  }
  return rows;
}
