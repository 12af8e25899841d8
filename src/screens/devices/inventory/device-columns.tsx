import { longDate } from '#domain/devices/inventory-words.ts';
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';

type Column = TableColumn<DeviceHardware>;
type TextKey = Exclude<keyof DeviceHardware, 'id' | 'type'>;

const textColumn = (key: TextKey, title: string): Column => ({
  key,
  title,
  isSortable: true,
  cell: (device) => <span className={styles.line}>{device[key]}</span>,
  text: (device) => device[key],
});

const OS_COLUMN: Column = {
  ...textColumn('os', m.os),
  cell: ({ type }) => <DeviceTypeIcon type={type} />,
};
const NAME_COLUMN: Column = { ...textColumn('deviceName', m.name), namesRow: true, isFixed: true };
const UPDATED_COLUMN: Column = {
  ...textColumn('updated', m.lastUpdated),
  cell: ({ updated }) => <span className={styles.line}>{longDate(updated)}</span>,
  text: ({ updated }) => longDate(updated),
};

export const HARDWARE_COLUMNS: readonly Column[] = [
  OS_COLUMN,
  NAME_COLUMN,
  UPDATED_COLUMN,
  textColumn('hardwareModel', m.hardwareModel),
  textColumn('cpuModel', m.cpuModel),
  textColumn('cpuCores', m.cpuCores),
  textColumn('logicalProcessors', m.logicalProcessors),
  textColumn('cpuClockSpeed', m.cpuClockSpeed),
  textColumn('physicalMemory', m.physicalMemory),
  textColumn('diskInfo', m.diskInfo),
  textColumn('gpuModel', m.gpuModel),
  textColumn('gpuSeries', m.gpuSeries),
  textColumn('gpuDriverVersion', m.gpuDriverVersion),
  textColumn('videoMode', m.videoMode),
  textColumn('networkInfo', m.networkInfo),
  textColumn('hardwareSerial', m.hardwareSerial),
];

/** `name` renders the name of a device. */
export const softwareColumns = (name: Column['cell']): readonly Column[] => [
  OS_COLUMN,
  { ...NAME_COLUMN, cell: name },
  UPDATED_COLUMN,
  textColumn('osVersion', m.osVersion),
];
