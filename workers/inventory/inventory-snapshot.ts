/** The stored form of the inventory: a few large pieces, which a database writes and reads fast. */
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import type { HeldDevice, InstallTables } from './held-device.ts';
import type { InstallNames } from './install-table.ts';

export type InventorySnapshot = {
  hardware: readonly DeviceHardware[];
  /** Installs of all devices in sequence; `programLengths` holds the count of numbers for each device. */
  programs: Uint32Array;
  programLengths: Uint32Array;
  drivers: Uint32Array;
  driverLengths: Uint32Array;
  programNames: InstallNames;
  driverNames: InstallNames;
};

export function packSnapshot(devices: readonly HeldDevice[], tables: InstallTables): InventorySnapshot {
  return {
    hardware: devices.map(({ hardware }) => hardware),
    programs: together(devices.map(({ programs }) => programs)),
    programLengths: Uint32Array.from(devices, ({ programs }) => programs.length),
    drivers: together(devices.map(({ drivers }) => drivers)),
    driverLengths: Uint32Array.from(devices, ({ drivers }) => drivers.length),
    programNames: tables.programs.names(),
    driverNames: tables.drivers.names(),
  };
}

export function unpackDevices(kept: InventorySnapshot): HeldDevice[] {
  let programsEnd = 0;
  let driversEnd = 0;
  return kept.hardware.map((hardware, index) => {
    const programsFrom = programsEnd;
    const driversFrom = driversEnd;
    programsEnd += kept.programLengths[index] ?? 0;
    driversEnd += kept.driverLengths[index] ?? 0;
    return {
      hardware,
      programs: kept.programs.slice(programsFrom, programsEnd),
      drivers: kept.drivers.slice(driversFrom, driversEnd),
    };
  });
}

function together(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
