import { mdiDesktopClassic } from '@mdi/js';
import { useCallback, useMemo } from 'react';
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import { ColumnChooser } from '#ui/list/column-chooser.tsx';
import { SelectableTable } from '#ui/list/selectable-table.tsx';
import { useShownColumns } from '#ui/list/shown-columns.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import styles from './inventory.module.css';
import { InventoryFrame } from './inventory-frame.tsx';
import { m } from './messages.ts';
import { useUpdateInventory } from './update-inventory.tsx';
import { useInventory } from './use-inventory.ts';
import { useInventorySelection } from './use-inventory-selection.ts';
import { useInventoryTable } from './use-inventory-table.ts';

const FIRST = { column: 'deviceName', isDescending: false };
const PER_PAGE = 10;
const nameOf = ({ deviceName }: DeviceHardware) => deviceName;

/** One row per device, with columns that can be hidden. The inventory of selected devices can be updated. */
export function DevicesTable(props: {
  caption: string;
  /** Storage name of the table in this browser, for its hidden columns. */
  name: string;
  fileName: string;
  empty: string;
  columns: readonly TableColumn<DeviceHardware>[];
  onOpen?: (device: DeviceHardware) => void;
}) {
  const reading = useInventory();
  const columns = useShownColumns(props.name, props.columns);
  const keys = useMemo(() => columns.shown.map(({ key }) => key), [columns.shown]);
  const state = useInventoryTable<DeviceHardware>({
    table: 'devices',
    columns: keys,
    first: FIRST,
    perPage: PER_PAGE,
  });
  const selection = useInventorySelection(state.query, state.slice?.found ?? 0);
  const update = useUpdateInventory(selection);
  const { caption, onOpen } = props;
  const { sort, setSort } = state;
  const table = useCallback(
    (rows: readonly DeviceHardware[]) => (
      <SelectableTable
        caption={caption}
        columns={columns.shown}
        rows={rows}
        textOf={nameOf}
        sort={sort}
        onSort={setSort}
        selection={selection}
        allLabel={m.selectAll}
        labelOf={({ deviceName }) => m.select(deviceName)}
        {...(onOpen && { onOpen })}
      />
    ),
    [caption, columns.shown, sort, setSort, selection, onOpen],
  );
  return (
    <InventoryFrame
      reading={reading}
      state={state}
      filterLabel={m.filterDevices}
      columns={columns.shown}
      fileName={props.fileName}
      empty={{ icon: mdiDesktopClassic, title: props.empty }}
      buttons={
        <>
          {update.button}
          <ColumnChooser
            title={m.columnVisibility}
            closeLabel={m.close}
            fixedLabel={m.alwaysShown}
            columns={columns}
          />
        </>
      }
      status={
        selection.ids.length > 0 ? (
          <span className={styles.count}>{m.selected(selection.ids.length)}</span>
        ) : null
      }
      notice={update.notice}
    >
      {table}
    </InventoryFrame>
  );
}
