import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { Cell, Column, Row, type Selection, Table, TableBody, TableHeader } from 'react-aria-components';
import { Icon } from '../icon/icon.tsx';
import type { ListSelection } from './list-selection.ts';
import type { ListSort } from './list-sort.ts';
import styles from './selectable-table.module.css';

/** Screen readers name a row by the first column. */
export type TableColumn<Item> = {
  key: string;
  title: string;
  isSortable?: boolean;
  cell: (item: Item) => ReactNode;
};

type Boxes<Item> = {
  selection: ListSelection;
  /** The names of the box of all rows, and of one row. */
  allLabel: string;
  labelOf: (item: Item) => string;
};

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** The space bar is the box's own; arrows and Escape are the table's. */
const stopSpace = (event: React.KeyboardEvent) => {
  if (event.key === ' ') event.stopPropagation();
};

/** A box that stands in a row which is itself pressed to be selected: its press is not one of the row. */
function Box(props: { label: string; state: 'none' | 'some' | 'all'; onChange: (isOn: boolean) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  // Mixed is a property of the element, and no attribute.
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = props.state === 'some';
  }, [props.state]);
  return (
    <input
      ref={ref}
      type="checkbox"
      className={styles.box}
      aria-label={props.label}
      checked={props.state === 'all'}
      onChange={() => props.onChange(props.state !== 'all')}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onKeyDown={stopSpace}
      onKeyUp={stopSpace}
    />
  );
}

function SortMark(props: { direction: 'ascending' | 'descending' | undefined }) {
  const isDescending = props.direction === 'descending';
  return (
    <span className={styles.mark} data-on={props.direction !== undefined || undefined}>
      <Icon path={isDescending ? mdiChevronDown : mdiChevronUp} size={16} />
    </span>
  );
}

/**
 * One page of a list whose rows are selected and sorted. By keyboard: arrows, Home and End move, Space selects, Shift
 * extends, letters find a row, and Enter on a heading sorts. A press on a row selects it.
 */
export function SelectableTable<Item extends { id: string }>(
  props: {
    caption: string;
    columns: readonly TableColumn<Item>[];
    rows: readonly Item[];
    /** What letters find. */
    textOf: (item: Item) => string;
    sort: ListSort | undefined;
    onSort: (sort: ListSort) => void;
  } & Boxes<Item>,
) {
  const { columns, rows, selection, sort } = props;
  const shown = new Set(rows.map(({ id }) => id));
  const select = (keys: Selection) => {
    if (keys === 'all') return selection.selectAll(true);
    const elsewhere = selection.ids.filter((id) => !shown.has(id));
    selection.replace([...elsewhere, ...[...keys].map(String)]);
  };
  return (
    <div className={styles.frame}>
      <Table
        aria-label={props.caption}
        className={styles.table ?? ''}
        selectionMode="multiple"
        selectionBehavior="toggle"
        selectedKeys={selection.ids}
        onSelectionChange={select}
        {...(sort && {
          sortDescriptor: {
            column: sort.column,
            direction: sort.isDescending ? ('descending' as const) : ('ascending' as const),
          },
        })}
        onSortChange={({ column, direction }) =>
          props.onSort({ column: String(column), isDescending: direction === 'descending' })
        }
      >
        <TableHeader>
          <Column className={styles.boxes ?? ''}>
            <Box label={props.allLabel} state={selection.state} onChange={selection.selectAll} />
          </Column>
          {columns.map(({ key, title, isSortable = false }, index) => (
            <Column key={key} id={key} isRowHeader={index === 0} allowsSorting={isSortable}>
              {({ sortDirection }) => (
                <span className={styles.heading}>
                  {title}
                  {isSortable ? <SortMark direction={sortDirection} /> : null}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={rows} dependencies={[columns, selection]}>
          {(item) => (
            <Row id={item.id} textValue={props.textOf(item)}>
              <Cell className={styles.boxes ?? ''}>
                <Box
                  label={props.labelOf(item)}
                  state={selection.has(item.id) ? 'all' : 'none'}
                  onChange={(isOn) => selection.select(item.id, isOn)}
                />
              </Cell>
              {columns.map(({ key, cell }) => (
                <Cell key={key}>{cell(item)}</Cell>
              ))}
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}
