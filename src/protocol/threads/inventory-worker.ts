/**
 * What crosses between a tab and its inventory worker (`workers/inventory`), which reads the inventory of a site, adds it
 * up, and answers with the few rows that are looked at. All texts are as they are shown, but for times.
 */
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ListSort } from '#domain/lists/list-sort.ts';
import type { AppErrorCode } from '../app-error.ts';

/** What a device has said of itself. `updated`: ISO 8601. */
export type DeviceHardware = {
  id: string;
  type: DeviceType;
  /** The type in words. */
  os: string;
  deviceName: string;
  updated: string;
  osVersion: string;
  hardwareModel: string;
  cpuModel: string;
  cpuCores: string;
  logicalProcessors: string;
  cpuClockSpeed: string;
  physicalMemory: string;
  diskInfo: string;
  gpuModel: string;
  gpuSeries: string;
  gpuDriverVersion: string;
  videoMode: string;
  networkInfo: string;
  hardwareSerial: string;
};
/** `totalInstalls`: how often it is installed; a device may have two versions. */
export type ProgramRow = { id: string; name: string; publisher: string; totalInstalls: number };
export type DriverRow = {
  id: string;
  description: string;
  class: string;
  provider: string;
  totalInstalls: number;
};
export type InstalledOn = { id: string; deviceName: string; version: string };
export type InstalledProgram = { id: string; name: string; publisher: string; version: string };
export type InstalledDriver = {
  id: string;
  description: string;
  class: string;
  provider: string;
  version: string;
};
/** What is installed on one device. */
export type DeviceSoftware = {
  deviceName: string;
  programs: readonly InstalledProgram[];
  drivers: readonly InstalledDriver[];
};

export type InventoryRows = { devices: DeviceHardware; programs: ProgramRow; drivers: DriverRow };
export type InventoryTable = keyof InventoryRows;
export type InventoryRow = InventoryRows[InventoryTable];
/** The table that has such rows. */
export type TableOf<Row> = {
  [Table in InventoryTable]: InventoryRows[Table] extends Row ? Table : never;
}[InventoryTable];

/** Which rows of a table, in which order. */
export type InventoryQuery = {
  table: InventoryTable;
  /** Looked for in the columns that are named; empty finds every row. */
  search: string;
  columns: readonly string[];
  sort: ListSort | undefined;
  /** Rows with the same text in this column stand together, in the order of that text. */
  groupBy: string | undefined;
  /** From 1; beyond the last page it is the last one. */
  page: number;
  perPage: number;
};
export type InventorySlice<Row = InventoryRow> = {
  rows: readonly Row[];
  page: number;
  pageCount: number;
  /** How many rows the search has found, of how many. */
  found: number;
  total: number;
};

/** How far the reading is. `read` of `total` devices; without a total it is not known yet. */
export type InventoryReading = {
  /** `failed`: what was read so far can still be asked for, unless the tutor may not see it any more. */
  name: 'reading' | 'read' | 'failed';
  read: number;
  total: number | undefined;
  /** Rises whenever the rows are others. */
  version: number;
  /** Why it failed. */
  code?: AppErrorCode | undefined;
  /** Epoch ms: the rows are those of a copy that was kept then, and have not been read since. */
  keptAt?: number | undefined;
};

/** Where the inventory is read, and for whom what was read is kept on this computer. */
export type InventorySource = {
  /** Address of the REST service, with its `/v1`. */
  restUrl: string;
  tenantKey: string;
  /** One for each person on each site. */
  owner: string;
};

/** An access token; another one than `rejected`, which the platform did not take. Undefined: there is no session. */
export type AskToken = (rejected?: string) => Promise<string | undefined>;

export type InventoryWorker = {
  /** Opens what is kept and reads what is new. To be called once; both functions are the tab's. */
  open(
    source: InventorySource,
    token: AskToken,
    onReading: (reading: InventoryReading) => void,
  ): Promise<void>;
  /** Reads again what is other than before. */
  refresh(): Promise<void>;
  /** These devices have answered anew, or are gone. */
  changed(deviceIds: readonly string[]): Promise<void>;
  rows(query: InventoryQuery): Promise<InventorySlice>;
  /** The ids of all rows that a query finds, on every page. */
  ids(query: InventoryQuery): Promise<readonly string[]>;
  /** Where a program or a driver is installed. */
  installedOn(table: 'programs' | 'drivers', id: string): Promise<readonly InstalledOn[]>;
  /** Undefined: the device is not there (any more). */
  softwareOf(deviceId: string): Promise<DeviceSoftware | undefined>;
};

/** The database of what is kept on this computer, and its stores; the tab empties them when its person signs out. */
export const INVENTORY_DATABASE = { name: 'lectern-inventory', version: 1 } as const;
/** `owners`: who may keep something now. `copies`: what is kept, by owner. */
export const INVENTORY_STORES = ['owners', 'copies'] as const;
