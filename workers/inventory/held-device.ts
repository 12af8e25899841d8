import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import type { Installs, InstallTable } from './install-table.ts';

export type HeldDevice = { hardware: DeviceHardware; programs: Installs; drivers: Installs };

export type InstallTables = { programs: InstallTable; drivers: InstallTable };
