import {
  createContext,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Boundary, tableRow } from '../boundary/boundary.tsx';
import { usePrinting } from '../use-printing.ts';
import styles from './endless-table.module.css';
import type { TableColumn } from './table-column.ts';
import { useFocusOfGone } from './use-focus-of-gone.ts';

/** All rows have the same height, so that only those near the view are rendered. */
const ROW_PX = 44;
/** Rendered above and below the view. */
const SPARE_ROWS = 12;
/** The rendered rows change after this many have been scrolled by, and not with each one. */
const STEP_ROWS = 6;
const DRAWN_ROWS = 18 + 2 * SPARE_ROWS + STEP_ROWS;
/** The next page is fetched when this few rows are left below the rendered ones. */
const ASK_AHEAD_ROWS = 15;
/** Page Up and Page Down move by this many rows. */
const PAGE_ROWS = 15;

const ActiveRow = createContext(false);
/** Links inside a row are reachable by Tab only from the active row. */
export const useRowTabIndex = (): 0 | -1 => (useContext(ActiveRow) ? 0 : -1);

const firstDrawn = (scrollPx: number): number =>
  Math.max(0, Math.floor(scrollPx / ROW_PX / STEP_ROWS) * STEP_ROWS - SPARE_ROWS);

function rowOfKey(key: string, active: number, count: number): number | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE_ROWS,
    PageUp: active - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const to = rows[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1));
}

const m = {
  firstRows: (p: { count: number }) =>
    `These are the first ${p.count.toLocaleString('en')} rows. Scroll down in the list before you print to have more.`,
};

type RowProps<Row> = {
  row: Row;
  at: number;
  isActive: boolean;
  columns: readonly TableColumn<Row>[];
  openLabel: (row: Row) => string;
  onOpen: (at: number) => void;
};

function DrawnRow<Row>({ row, at, isActive, columns, openLabel, onOpen }: RowProps<Row>) {
  const [first, ...others] = columns;
  return (
    <tr className={styles.row} aria-rowindex={at + 2} data-at={at}>
      <th scope="row">
        <button
          type="button"
          className={styles.open}
          tabIndex={isActive ? 0 : -1}
          aria-label={openLabel(row)}
          onClick={() => onOpen(at)}
        >
          {first?.cell(row)}
        </button>
      </th>
      <ActiveRow value={isActive}>
        {others.map((column) => (
          <td key={column.key}>{column.cell(row)}</td>
        ))}
      </ActiveRow>
    </tr>
  );
}
const OneRow = memo(DrawnRow) as typeof DrawnRow;

function Gap({ rows, columns }: { rows: number; columns: number }) {
  return rows <= 0 ? null : (
    <tbody aria-hidden="true" className={styles.gap}>
      <tr>
        <td colSpan={columns} style={{ height: rows * ROW_PX }} />
      </tr>
    </tbody>
  );
}

/**
 * An endless table: further rows are fetched before its end comes into view. The first cell of a row opens
 * it; arrows, Page Up, Page Down, Home and End move between rows.
 */
export function EndlessTable<Row extends { id: string }>(props: {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  hasMore: boolean;
  /** Rendered below the last row: loading, a failure, or the end of the list. */
  end: ReactNode;
  openLabel: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** May be called often. */
  onMore: () => void;
}) {
  const { rows, columns, hasMore, onMore, onOpen } = props;
  const frame = useRef<HTMLElement>(null);
  const noteFocus = useFocusOfGone(frame);
  const [firstInView, setFirst] = useState(0);
  const isPrinting = usePrinting();
  const first = isPrinting ? 0 : firstInView;
  const [requested, setActive] = useState(0);
  const active = Math.max(0, Math.min(requested, rows.length - 1));
  const toFocus = useRef<number>(undefined);
  const drawn = isPrinting ? rows : rows.slice(first, first + DRAWN_ROWS);
  const below = rows.length - first - drawn.length;

  useEffect(() => {
    if (hasMore && !isPrinting && below <= ASK_AHEAD_ROWS) onMore();
  }, [hasMore, isPrinting, below, onMore]);

  const newest = useRef({ rows, onOpen });
  newest.current = { rows, onOpen };
  const [open] = useState(() => (at: number) => {
    const row = newest.current.rows[at];
    setActive(at);
    if (row !== undefined) newest.current.onOpen(row);
  });

  function moveTo(at: number): void {
    const element = frame.current;
    if (element === null) return;
    const head = element.querySelector('thead')?.offsetHeight ?? 0;
    const top = at * ROW_PX;
    const room = element.clientHeight - head - ROW_PX;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room) element.scrollTop = top - room;
    toFocus.current = at;
    setActive(at);
    setFirst(firstDrawn(element.scrollTop));
  }
  useLayoutEffect(() => {
    if (toFocus.current !== active) return;
    const button = frame.current?.querySelector<HTMLElement>(`[data-at="${active}"] button`);
    if (!button) return;
    toFocus.current = undefined;
    button.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowOfKey(event.key, active, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  }

  return (
    <section
      ref={frame}
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      onScroll={(event) => setFirst(firstDrawn(event.currentTarget.scrollTop))}
      onKeyDown={onKeyDown}
      onFocus={(event) => noteFocus(event.target)}
    >
      <table className={styles.table} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <caption className="visually-hidden">{props.caption}</caption>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <Gap rows={first} columns={columns.length} />
        <tbody>
          {drawn.map((row, index) => (
            <Boundary key={row.id} kind="row" frame={tableRow(columns.length)}>
              <OneRow
                row={row}
                at={first + index}
                isActive={first + index === active}
                columns={columns}
                openLabel={props.openLabel}
                onOpen={open}
              />
            </Boundary>
          ))}
        </tbody>
        <Gap rows={below} columns={columns.length} />
      </table>
      <div className={styles.end}>
        {isPrinting && hasMore ? <p>{m.firstRows({ count: rows.length })}</p> : props.end}
      </div>
    </section>
  );
}
