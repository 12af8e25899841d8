import { mdiChevronDown, mdiChevronUp } from '@mdi/js';
import { createContext, type KeyboardEvent, memo, type ReactNode, useContext, useMemo } from 'react';
import { Cell, Column, Row, type Selection, Table, TableBody, TableHeader } from 'react-aria-components';
import type { ListSort } from '#domain/lists/list-sort.ts';
import { Boundary } from '../boundary/boundary.tsx';
import { Icon } from '../icon/icon.tsx';
import type { ListSelection } from './list-selection.ts';
import styles from './selectable-table.module.css';
import { TableBox } from './table-box.tsx';
import type { TableColumn } from './table-column.ts';
import { useSteady } from './use-steady.ts';

export type { TableColumn } from './table-column.ts';

type Boxes<Item> = {
  selection: ListSelection;
  labelOf: (item: Item) => string;
};
type BoxesOfAll = { allLabel: string };
/** Rows are opened instead of selected. */
type NoBoxes = { selection?: undefined };

/** Rows of the same group are adjacent: the list is sorted by group first. */
export type RowGroups<Item> = {
  of: (item: Item) => string;
  heading: (group: string) => ReactNode;
};

type Line<Item> = { id: string; item: Item } | { id: string; group: string };

/** Adds a heading before the first row of each group. */
function linesOf<Item extends { id: string }>(
  rows: readonly Item[],
  groups: RowGroups<Item> | undefined,
): Line<Item>[] {
  let last: string | undefined;
  return rows.flatMap((item): Line<Item>[] => {
    const line = { id: item.id, item };
    const group = groups?.of(item);
    if (group === undefined || group === last) return [line];
    last = group;
    return [{ id: `${HEADING}${group}`, group }, line];
  });
}

const HEADING = 'heading of ';

function SortMark(props: { direction: 'ascending' | 'descending' | undefined }) {
  const isDescending = props.direction === 'descending';
  return (
    <span className={styles.mark} data-on={props.direction !== undefined || undefined}>
      <Icon path={isDescending ? mdiChevronDown : mdiChevronUp} size={16} />
    </span>
  );
}

function headingOf<Item>({ title, isSortable = false }: TableColumn<Item>) {
  return ({ sortDirection }: { sortDirection: 'ascending' | 'descending' | undefined }) => (
    <span className={styles.heading}>
      {title}
      {isSortable ? <SortMark direction={sortDirection} /> : null}
    </span>
  );
}

/** The key of the row that has the focus itself; undefined for focusable elements inside a row. */
function focusedRow(event: KeyboardEvent): string | undefined {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLElement)) return undefined;
  return target.matches('[role="row"], [role="gridcell"], [role="rowheader"]')
    ? target.closest<HTMLElement>('[role="row"][data-key]')?.dataset.key
    : undefined;
}

const sortDescriptor = ({ column, isDescending }: ListSort) => ({
  sortDescriptor: {
    column,
    direction: isDescending ? ('descending' as const) : ('ascending' as const),
  },
});

/** The label for all rows counts them. A context updates it without rendering the table again. */
const AllLabel = createContext('');

function BoxOfAll({ selection }: { selection: ListSelection }) {
  return <TableBox label={useContext(AllLabel)} state={selection.state} onChange={selection.selectAll} />;
}

type Drawn<Item> = {
  caption: string;
  columns: readonly TableColumn<Item>[];
  rows: readonly Item[];
  /** The text for type-ahead. */
  textOf: (item: Item) => string;
  sort: ListSort | undefined;
  onSort: (sort: ListSort) => void;
  groups?: RowGroups<Item> | undefined;
  /** Opens the row. A link in a cell must be wrapped in `ApartFromRow`. */
  onOpen?: ((item: Item) => void) | undefined;
};
type SelectableTableProps<Item> = Drawn<Item> & ((Boxes<Item> & BoxesOfAll) | NoBoxes);
type DrawnTableProps<Item> = Drawn<Item> & (Boxes<Item> | NoBoxes);

function withoutAllLabel<Item>(props: SelectableTableProps<Item>): [string, DrawnTableProps<Item>] {
  if (props.selection === undefined) return ['', props];
  const { allLabel, ...drawn } = props;
  return [allLabel, drawn];
}

/**
 * One page of a sortable list, with checkboxes if there is a `selection`. By keyboard: arrows, Home and End
 * move, Space selects, Shift extends, letters find a row, Enter on a heading sorts and on a row opens it. A
 * press on a row selects it. The headings are sticky.
 */
export function SelectableTable<Item extends { id: string }>(props: SelectableTableProps<Item>) {
  const onSort = useSteady(props.onSort);
  const onOpen = useSteady(props.onOpen);
  const [allLabel, drawn] = withoutAllLabel(props);
  return (
    <AllLabel.Provider value={allLabel}>
      <DrawnTable<Item> {...drawn} onSort={onSort} onOpen={props.onOpen && onOpen} />
    </AllLabel.Provider>
  );
}

function TableOfRows<Item extends { id: string }>(props: DrawnTableProps<Item>) {
  const { columns, rows, selection, sort, groups, onOpen } = props;
  const boxes = props.selection === undefined ? undefined : props;
  const lines = useMemo(() => linesOf(rows, groups), [rows, groups]);
  const shown = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const naming = columns.find(({ namesRow }) => namesRow) ?? columns[0];
  const hasWidths = columns.some(({ width }) => width !== undefined);
  const select = (keys: Selection) => {
    if (selection === undefined) return;
    if (keys === 'all') return selection.selectAll(true);
    const here = [...keys].map(String).filter((id) => shown.has(id));
    selection.replace([...selection.ids.filter((id) => !shown.has(id)), ...here]);
  };
  const open = (event: KeyboardEvent) => {
    const row = onOpen && shown.get(focusedRow(event) ?? '');
    if (row === undefined) return;
    // Otherwise Enter would also select the row, and press the element that gets the focus: an opened dialog
    // would close.
    event.stopPropagation();
    event.preventDefault();
    onOpen?.(row);
  };
  return (
    <div className={styles.frame} onKeyDownCapture={open}>
      <Table
        aria-label={props.caption}
        className={styles.table ?? ''}
        data-fixed={hasWidths || undefined}
        selectionMode={boxes ? 'multiple' : 'none'}
        selectionBehavior="toggle"
        disabledBehavior="selection"
        selectedKeys={rows.filter(({ id }) => selection?.has(id)).map(({ id }) => id)}
        onSelectionChange={select}
        {...(sort && sortDescriptor(sort))}
        onSortChange={({ column, direction }) =>
          props.onSort({ column: String(column), isDescending: direction === 'descending' })
        }
      >
        <TableHeader>
          {boxes === undefined ? null : (
            <Column className={styles.boxes ?? ''}>
              <BoxOfAll selection={boxes.selection} />
            </Column>
          )}
          {columns.map((column) => (
            <Column
              key={column.key}
              id={column.key}
              isRowHeader={column === naming}
              allowsSorting={column.isSortable ?? false}
              {...(column.width !== undefined && { style: { width: column.width } })}
            >
              {headingOf(column)}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={lines} dependencies={[columns, selection]}>
          {(line) =>
            'group' in line ? (
              <Row id={line.id} isDisabled className={styles.group ?? ''} textValue={line.group}>
                <Cell colSpan={columns.length + (boxes ? 1 : 0)}>{groups?.heading(line.group)}</Cell>
              </Row>
            ) : (
              <Row id={line.id} textValue={props.textOf(line.item)}>
                {boxes === undefined ? null : (
                  <Cell className={styles.boxes ?? ''}>
                    <TableBox
                      label={boxes.labelOf(line.item)}
                      state={boxes.selection.has(line.id) ? 'all' : 'none'}
                      onChange={(isOn) => boxes.selection.select(line.id, isOn)}
                    />
                  </Cell>
                )}
                {columns.map(({ key, cell }) => (
                  <Cell key={key}>
                    <Boundary kind="row">{() => cell(line.item)}</Boundary>
                  </Cell>
                ))}
              </Row>
            )
          }
        </TableBody>
      </Table>
    </div>
  );
}

/** Renders only for other rows, columns or a selection, because typing in the page renders far more often. */
const DrawnTable = memo(TableOfRows) as typeof TableOfRows;
