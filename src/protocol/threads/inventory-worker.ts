/**
 * Interface between a tab and its inventory worker (`workers/inventory`). The worker reads and adds up the
 * inventory of a site, and answers with the few rows on screen. All texts except times are ready for display.
 */
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ListSort } from '#domain/lists/list-sort.ts';
import type { AppErrorCode } from '../app-error.ts';
import type { EpochMs } from '../clock.ts';

/** Facts that a device has sent about itself. `updated`: ISO 8601. */
export type DeviceHardware = {
  id: string;
  type: DeviceType;
  /** The type as text. */
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
/** `totalInstalls`: number of installations; a device may have two versions. */
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
/** Installed programs and drivers of one device. */
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

/** Selects and orders rows of a table. */
export type InventoryQuery = {
  table: InventoryTable;
  /** Text to find in `columns`; empty finds every row. */
  search: string;
  columns: readonly string[];
  sort: ListSort | undefined;
  /** Rows with the same text in this column are grouped, in the order of that text. */
  groupBy: string | undefined;
  /** From 1. A page beyond the last one is the last one. */
  page: number;
  perPage: number;
};
export type InventorySlice<Row = InventoryRow> = {
  rows: readonly Row[];
  page: number;
  pageCount: number;
  /** Number of rows that the search has found; `total`: number of all rows. */
  found: number;
  total: number;
};

/** Progress of the reading: `read` of `total` devices. Undefined: the total is not known yet. */
export type InventoryReading = {
  /** `failed`: the rows read so far remain available, unless the tutor may no longer see them. */
  name: 'reading' | 'read' | 'failed';
  read: number;
  total: number | undefined;
  /** Rises whenever the rows change. */
  version: number;
  /** Reason of the failure. */
  code?: AppErrorCode | undefined;
  /** The rows come from a copy that was stored then, and have not been read since. */
  keptAt?: EpochMs | undefined;
};

/** Service that has the inventory, and owner of the copy that is stored on this computer. */
export type InventorySource = {
  /** Address of the REST service, with its `/v1`. */
  restUrl: string;
  tenantKey: string;
  /** Owner of the stored copy: one for each person on each site. */
  owner: string;
};

/** Requests an access token other than `rejected`, which the platform refused. Undefined: no session. */
export type AskToken = (rejected?: string) => Promise<string | undefined>;

export type InventoryWorker = {
  /** Opens the stored copy and reads what is new. Called once; both functions belong to the tab. */
  open(
    source: InventorySource,
    token: AskToken,
    onReading: (reading: InventoryReading) => void,
  ): Promise<void>;
  /** Reads what has changed. */
  refresh(): Promise<void>;
  /** These devices have answered again, or were removed. */
  changed(deviceIds: readonly string[]): Promise<void>;
  rows(query: InventoryQuery): Promise<InventorySlice>;
  /** The ids of all rows that a query finds, on every page. */
  ids(query: InventoryQuery): Promise<readonly string[]>;
  /** The devices on which a program or a driver is installed. */
  installedOn(table: 'programs' | 'drivers', id: string): Promise<readonly InstalledOn[]>;
  /** Undefined: the device does not exist (any more). */
  softwareOf(deviceId: string): Promise<DeviceSoftware | undefined>;
};

/** Database of the copies on this computer. The tab empties its stores when the person signs out. */
export const INVENTORY_DATABASE = { name: 'lectern-inventory', version: 1 } as const;
/** `owners`: owners who may store a copy now. `copies`: the copies, by owner. */
export const INVENTORY_STORES = ['owners', 'copies'] as const;
