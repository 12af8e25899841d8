/** The inventory of a site in memory: its devices and the totals of their installed items. */
import type {
  DeviceHardware,
  DeviceSoftware,
  DriverRow,
  InstalledOn,
  ProgramRow,
} from '#protocol/threads/inventory-worker.ts';
import { type DeviceRecord, driverFields, programFields } from './device-record.ts';
import type { HeldDevice, InstallTables } from './held-device.ts';
import { createInstallTable } from './install-table.ts';
import { driverOf, driverRows, installedOn, programOf, programRows, rowsOfDevice } from './installed-rows.ts';
import { type InventorySnapshot, packSnapshot, unpackDevices } from './inventory-snapshot.ts';

/** The screens show Windows devices; a device of unknown type may be one. */
const isShown = ({ type }: DeviceHardware) => type !== 'extension';

const NONE = new Uint32Array(0);

/** Stores equal texts once, because a school has a thousand machines of one model. */
function createSharedTexts() {
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return (hardware: DeviceHardware): DeviceHardware => {
    const { id, deviceName, hardwareSerial, updated } = hardware;
    const others = Object.entries(hardware).map(([key, value]: [string, string]) => [key, shared(value)]);
    return { ...(Object.fromEntries(others) as DeviceHardware), id, deviceName, hardwareSerial, updated };
  };
}

export function createInventoryModel(kept?: InventorySnapshot) {
  const devices = new Map<string, HeldDevice>();
  /** Devices that are not shown, kept so that their records are read only once. */
  const hidden = new Map<string, DeviceHardware>();
  const tables: InstallTables = {
    programs: createInstallTable(kept?.programNames),
    drivers: createInstallTable(kept?.driverNames),
  };
  const withSharedTexts = createSharedTexts();
  let version = 0;

  function drop(id: string): void {
    const device = devices.get(id);
    if (device) {
      tables.programs.remove(device.programs);
      tables.drivers.remove(device.drivers);
    }
    devices.delete(id);
    hidden.delete(id);
  }

  function set(device: HeldDevice): void {
    const { id } = device.hardware;
    if (!isShown(device.hardware)) {
      hidden.set(id, device.hardware);
      return;
    }
    tables.programs.add(device.programs);
    tables.drivers.add(device.drivers);
    devices.set(id, { ...device, hardware: withSharedTexts(device.hardware) });
  }

  if (kept) for (const device of unpackDevices(kept)) set(device);

  return {
    /** Increases with each change. */
    version: () => version,
    /** Update time of each known device, including hidden ones. */
    updatedTimes(): ReadonlyMap<string, string> {
      const times = new Map<string, string>();
      for (const { hardware } of devices.values()) times.set(hardware.id, hardware.updated);
      for (const { id, updated } of hidden.values()) times.set(id, updated);
      return times;
    },
    put({ hardware, software, drivers }: DeviceRecord): void {
      version += 1;
      drop(hardware.id);
      set({
        hardware,
        programs: isShown(hardware) ? tables.programs.number(software, programFields) : NONE,
        drivers: isShown(hardware) ? tables.drivers.number(drivers, driverFields) : NONE,
      });
    },
    remove(id: string): void {
      version += 1;
      drop(id);
    },
    clear(): void {
      for (const id of [...devices.keys(), ...hidden.keys()]) drop(id);
      version += 1;
    },
    devices: (): DeviceHardware[] => [...devices.values()].map(({ hardware }) => hardware),
    programs: (): ProgramRow[] => programRows(tables.programs),
    drivers: (): DriverRow[] => driverRows(tables.drivers),
    installedOn: (table: 'programs' | 'drivers', id: string): InstalledOn[] =>
      installedOn(devices.values(), table, { versions: tables[table].versions, thing: Number(id) }),
    softwareOf(deviceId: string): DeviceSoftware | undefined {
      const device = devices.get(deviceId);
      return (
        device && {
          deviceName: device.hardware.deviceName,
          programs: rowsOfDevice(tables.programs, device.programs, programOf),
          drivers: rowsOfDevice(tables.drivers, device.drivers, driverOf),
        }
      );
    },
    snapshot(): InventorySnapshot {
      const others = [...hidden.values()].map((hardware) => ({ hardware, programs: NONE, drivers: NONE }));
      return packSnapshot([...devices.values(), ...others], tables);
    },
  };
}

export type InventoryModel = ReturnType<typeof createInventoryModel>;
