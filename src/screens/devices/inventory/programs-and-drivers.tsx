import { mdiApplicationOutline, mdiChip } from '@mdi/js';
import type { DriverRow, ProgramRow } from '#protocol/threads/inventory-worker.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { ThingsTable } from './things-table.tsx';

const textColumn = <Row,>(key: keyof Row & string, title: string): TableColumn<Row> => ({
  key,
  title,
  isSortable: true,
  cell: (row) => String(row[key]),
  text: (row) => String(row[key]),
});

const installs = <Row extends { totalInstalls: number }>(): TableColumn<Row> => ({
  key: 'totalInstalls',
  title: m.totalInstalls,
  isSortable: true,
  cell: ({ totalInstalls }) => <span className={styles.number}>{totalInstalls.toLocaleString('en-US')}</span>,
  text: ({ totalInstalls }) => String(totalInstalls),
});

const PROGRAM_COLUMNS: readonly TableColumn<ProgramRow>[] = [
  textColumn('name', m.name),
  textColumn('publisher', m.publisher),
  installs(),
];
const DRIVER_COLUMNS: readonly TableColumn<DriverRow>[] = [
  textColumn('description', m.description),
  textColumn('class', m.class),
  textColumn('provider', m.provider),
  installs(),
];
const programName = ({ name }: ProgramRow) => name;
const driverName = ({ description }: DriverRow) => description;

export function ProgramsTable() {
  return (
    <ThingsTable
      table="programs"
      caption={m.programs}
      fileName="programs_export.csv"
      filterLabel={m.filterPrograms}
      empty={{ icon: mdiApplicationOutline, title: m.noPrograms }}
      columns={PROGRAM_COLUMNS}
      nameOf={programName}
      first={{ column: 'name', isDescending: false }}
      groupColumns={[{ key: 'publisher', title: m.publisher }]}
    />
  );
}

export function DriversTable() {
  return (
    <ThingsTable
      table="drivers"
      caption={m.drivers}
      fileName="drivers_export.csv"
      filterLabel={m.filterDrivers}
      empty={{ icon: mdiChip, title: m.noDrivers }}
      columns={DRIVER_COLUMNS}
      nameOf={driverName}
      first={{ column: 'description', isDescending: false }}
      groupColumns={[
        { key: 'class', title: m.class },
        { key: 'provider', title: m.provider },
      ]}
    />
  );
}
