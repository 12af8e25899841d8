import { longDate } from '#domain/devices/inventory-words.ts';
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import { DeviceTypeIcon } from '../../../ui/icon/device-type-icon.tsx';
import type { TableColumn } from '../../../ui/list/table-column.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';

type Column = TableColumn<DeviceHardware>;
type Told = Exclude<keyof DeviceHardware, 'id' | 'type'>;

const told = (key: Told, title: string): Column => ({
  key,
  title,
  isSortable: true,
  cell: (device) => <span className={styles.line}>{device[key]}</span>,
  text: (device) => device[key],
});

const OS_COLUMN: Column = {
  ...told('os', m.os),
  cell: ({ type }) => <DeviceTypeIcon type={type} />,
};
const NAME_COLUMN: Column = { ...told('deviceName', m.name), namesRow: true, isFixed: true };
const UPDATED_COLUMN: Column = {
  ...told('updated', m.lastUpdated),
  cell: ({ updated }) => <span className={styles.line}>{longDate(updated)}</span>,
  text: ({ updated }) => longDate(updated),
};

export const HARDWARE_COLUMNS: readonly Column[] = [
  OS_COLUMN,
  NAME_COLUMN,
  UPDATED_COLUMN,
  told('hardwareModel', m.hardwareModel),
  told('cpuModel', m.cpuModel),
  told('cpuCores', m.cpuCores),
  told('logicalProcessors', m.logicalProcessors),
  told('cpuClockSpeed', m.cpuClockSpeed),
  told('physicalMemory', m.physicalMemory),
  told('diskInfo', m.diskInfo),
  told('gpuModel', m.gpuModel),
  told('gpuSeries', m.gpuSeries),
  told('gpuDriverVersion', m.gpuDriverVersion),
  told('videoMode', m.videoMode),
  told('networkInfo', m.networkInfo),
  told('hardwareSerial', m.hardwareSerial),
];

/** `name` renders the name of a device. */
export const softwareColumns = (name: Column['cell']): readonly Column[] => [
  OS_COLUMN,
  { ...NAME_COLUMN, cell: name },
  UPDATED_COLUMN,
  told('osVersion', m.osVersion),
];
