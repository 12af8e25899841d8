/** Parses the platform's record of one device. Missing fields become empty text. */
import { DEVICE_TYPE_NAMES, DEVICE_TYPES } from '#domain/devices/device-type.ts';
import { gigabytes, NOT_SPECIFIED } from '#domain/devices/inventory-words.ts';
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';

type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : NOTHING;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const first = (value: unknown): Fields => fieldsOf(listOf(value)[0]);
const joined = (values: readonly string[]) => values.filter((value) => value !== '').join(', ');

/** `256 GB` or `Disk 0 (256 GB)`. */
function diskOf(value: unknown): string {
  const { name, size } = fieldsOf(value);
  const bytes = gigabytes(text(size));
  if (bytes === '') return text(name);
  return text(name) === '' ? bytes : `${text(name)} (${bytes})`;
}

const clockOf = (megahertz: string): string => (/^\d+$/.test(megahertz) ? `${megahertz} MHz` : megahertz);

export type DeviceRecord = {
  hardware: DeviceHardware;
  software: readonly unknown[];
  drivers: readonly unknown[];
};

/** Undefined for a record without an id. */
export function readDeviceRecord(value: unknown): DeviceRecord | undefined {
  const { id, updated, inventoryResults, softwareResults } = fieldsOf(value);
  if (typeof id !== 'string') return undefined;
  const results = fieldsOf(inventoryResults);
  const { software, drivers } = fieldsOf(softwareResults);
  const system = first(results.system);
  const processor = first(results.cpu_info);
  const graphics = first(results.display_gpu);
  const type = DEVICE_TYPES.find((each) => each === results.type) ?? 'unknown';
  const hardware: DeviceHardware = {
    id,
    type,
    os: DEVICE_TYPE_NAMES[type],
    deviceName: text(system.computer_name) || id,
    updated: text(updated),
    osVersion: text(first(results.os).version),
    hardwareModel: text(system.hardware_model),
    cpuModel: text(processor.model),
    cpuCores: text(processor.number_of_cores),
    logicalProcessors: text(processor.logical_processors),
    cpuClockSpeed: clockOf(text(processor.current_clock_speed)),
    physicalMemory: gigabytes(text(system.physical_memory)),
    diskInfo: joined(listOf(results.disks).map(diskOf)),
    gpuModel: text(graphics.model),
    gpuSeries: text(graphics.series),
    gpuDriverVersion: text(graphics.driver_version),
    videoMode: text(graphics.video_mode),
    networkInfo: joined(listOf(results.network).map((each) => text(fieldsOf(each).friendly_name))),
    hardwareSerial: text(system.hardware_serial),
  };
  return { hardware, software: listOf(software), drivers: listOf(drivers) };
}

/** Item reader for `InstallTable.number`. Fields: name and publisher. */
export function programFields(value: unknown, fields: string[]): string | undefined {
  const { name, publisher, version } = fieldsOf(value);
  const shown = text(name);
  if (shown === '') return undefined;
  fields[0] = shown;
  fields[1] = text(publisher) || NOT_SPECIFIED;
  return text(version);
}

/** Item reader for `InstallTable.number`. Fields: class, description and provider. */
export function driverFields(value: unknown, fields: string[]): string | undefined {
  const { description, class: kind, provider, version } = fieldsOf(value);
  const shown = text(description);
  if (shown === '') return undefined;
  fields[0] = text(kind);
  fields[1] = shown;
  fields[2] = text(provider) || NOT_SPECIFIED;
  return text(version);
}
