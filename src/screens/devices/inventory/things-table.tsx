import { useCallback, useMemo, useState } from 'react';
import type { ListSort } from '#domain/lists/list-sort.ts';
import type { DriverRow, ProgramRow, TableOf } from '#protocol/threads/inventory-worker.ts';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { InlineChoice } from '#ui/field/inline-choice.tsx';
import { ApartFromRow } from '#ui/list/apart-from-row.tsx';
import { SelectableTable } from '#ui/list/selectable-table.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import { InstalledOnDialog } from './installed-on-dialog.tsx';
import styles from './inventory.module.css';
import { InventoryFrame } from './inventory-frame.tsx';
import { m } from './messages.ts';
import { useInventory } from './use-inventory.ts';
import { useInventoryTable } from './use-inventory-table.ts';

const PER_PAGE = 100;

/** Programs or drivers, counted over all devices. A row opens the list of devices that have it installed. */
export function ThingsTable<Row extends ProgramRow | DriverRow>(props: {
  table: TableOf<Row> & ('programs' | 'drivers');
  caption: string;
  fileName: string;
  filterLabel: string;
  empty: { icon: string; title: string };
  /** The first column is the name, and opens the row. */
  columns: readonly TableColumn<Row>[];
  nameOf: (row: Row) => string;
  first: ListSort;
  groupColumns: readonly { key: string; title: string }[];
}) {
  const { table, columns, nameOf } = props;
  const reading = useInventory();
  const [opened, setOpened] = useState<{ id: string; name: string }>();
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const state = useInventoryTable<Row>({
    table,
    columns: keys,
    first: props.first,
    perPage: PER_PAGE,
  });
  const { groupBy } = state;
  const shown = useMemo(
    () =>
      columns.map(
        (column, index): TableColumn<Row> =>
          index > 0
            ? column
            : {
                ...column,
                cell: (row) => (
                  <ApartFromRow>
                    <button
                      type="button"
                      className={styles.open}
                      onClick={() => setOpened({ id: row.id, name: nameOf(row) })}
                    >
                      {nameOf(row)}
                    </button>
                  </ApartFromRow>
                ),
              },
      ),
    [columns, nameOf],
  );
  const { caption } = props;
  const { sort, setSort, groupedBy } = state;
  const drawTable = useCallback(
    (rows: readonly Row[]) => {
      const groupColumn = columns.find(({ key }) => key === groupedBy);
      return (
        <SelectableTable<Row>
          caption={caption}
          columns={shown}
          rows={rows}
          textOf={nameOf}
          sort={sort}
          onSort={setSort}
          onOpen={(row) => setOpened({ id: row.id, name: nameOf(row) })}
          groups={
            groupColumn && {
              of: (row) => groupColumn.text?.(row) ?? '',
              heading: (group) => <span className={styles.group}>{group}</span>,
            }
          }
        />
      );
    },
    [caption, columns, shown, nameOf, sort, setSort, groupedBy],
  );
  return (
    <>
      <InventoryFrame
        reading={reading}
        state={state}
        filterLabel={props.filterLabel}
        columns={columns}
        fileName={props.fileName}
        empty={props.empty}
        buttons={
          <InlineChoice
            label={m.groupBy}
            value={groupBy ?? ''}
            options={[
              { value: '', title: m.none },
              ...props.groupColumns.map(({ key, title }) => ({ value: key, title })),
            ]}
            onChange={(key) => state.setGroupBy(key === '' ? undefined : key)}
          />
        }
      >
        {drawTable}
      </InventoryFrame>
      {opened === undefined ? null : (
        <DialogBoundary onClose={() => setOpened(undefined)}>
          <InstalledOnDialog table={table} {...opened} onClose={() => setOpened(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}
