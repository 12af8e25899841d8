import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import styles from './icon-picker.module.css';
import { iconTitle } from './icon-search.ts';
import { m } from './messages.ts';

/** Width and height of a cell, equal to `.cell` in the stylesheet. */
const CELL_PX = 48;
const MIN_ROWS = 8;
const SPARE_ROWS = 2;

/** The icon that a key moves to; undefined for keys that the grid does not handle. */
export function iconOfKey(
  key: string,
  { active, count, columns, page }: { active: number; count: number; columns: number; page: number },
): number | undefined {
  const to: Record<string, number> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    ArrowUp: active - columns,
    PageDown: active + columns * page,
    PageUp: active - columns * page,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  if (next === undefined) return undefined;
  // There is no row below the last one and above the first one, so the choice does not move.
  if ((key === 'ArrowDown' || key === 'ArrowUp') && (next < 0 || next >= count)) return active;
  return Math.max(0, Math.min(next, count - 1));
}

/** Thousands of icons, of which only the visible ones are rendered. Arrow keys move the focus and choose. */
export function IconGrid(props: {
  names: readonly string[];
  value: string | undefined;
  color: string;
  onChange: (name: string) => void;
}) {
  const { names, value } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(8);
  const [scrollPx, setScrollPx] = useState(0);
  const active = Math.max(0, value === undefined ? 0 : names.indexOf(value));
  const rowCount = Math.ceil(names.length / columns);
  const heightPx = grid.current?.clientHeight ?? 0;
  const first = Math.max(0, Math.min(Math.floor(scrollPx / CELL_PX), rowCount - 1) - SPARE_ROWS);
  const shownRows = Math.max(MIN_ROWS, Math.ceil(heightPx / CELL_PX)) + 2 * SPARE_ROWS;
  const rows = Array.from(
    { length: Math.max(0, Math.min(shownRows, rowCount - first)) },
    (_, at) => first + at,
  );

  useEffect(() => {
    const { current } = grid;
    if (current === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      // The grid has no width while it is hidden.
      if (current.clientWidth > 0) setColumns(Math.max(1, Math.floor(current.clientWidth / CELL_PX)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  // Scrolls to the chosen icon when the dialog opens, and when a new search has found it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list moves the view
  useEffect(() => {
    if (grid.current === null) return;
    grid.current.scrollTop = Math.max(0, Math.floor(active / columns) - 1) * CELL_PX;
    setScrollPx(grid.current.scrollTop);
  }, [names, columns]);

  function show(at: number): void {
    const { current } = grid;
    if (current === null) return;
    const top = Math.floor(at / columns) * CELL_PX;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + CELL_PX > current.scrollTop + current.clientHeight)
      current.scrollTop = top + CELL_PX - current.clientHeight;
    setScrollPx(current.scrollTop);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(heightPx / CELL_PX));
    // With no choice yet, the first key selects the first icon.
    const from = value === undefined || !names.includes(value) ? -1 : active;
    const next =
      from < 0 && event.key.startsWith('Arrow')
        ? 0
        : iconOfKey(event.key, { active, count: names.length, columns, page });
    const name = names[next ?? -1];
    if (next === undefined || name === undefined) return;
    event.preventDefault();
    show(next);
    props.onChange(name);
  }

  return (
    <div
      ref={grid}
      role="listbox"
      tabIndex={0}
      aria-label={m.icons}
      aria-activedescendant={value !== undefined && names[active] === value ? `${id}-${active}` : undefined}
      className={styles.grid}
      onScroll={(event) => setScrollPx(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: first * CELL_PX }} />
      {rows.map((row) => (
        <div key={row} role="presentation" className={styles.row}>
          {names.slice(row * columns, (row + 1) * columns).map((name, column) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles the keys
            <div
              key={name}
              id={`${id}-${row * columns + column}`}
              role="option"
              tabIndex={-1}
              aria-setsize={names.length}
              aria-posinset={row * columns + column + 1}
              aria-label={iconTitle(name)}
              aria-selected={name === value}
              data-tip={iconTitle(name)}
              className={styles.cell}
              onMouseDown={(event) => {
                event.preventDefault();
                grid.current?.focus({ preventScroll: true });
              }}
              onClick={() => props.onChange(name)}
            >
              <NamedIcon name={name} color={name === value ? props.color : ''} size={34} />
            </div>
          ))}
        </div>
      ))}
      <div role="presentation" style={{ height: (rowCount - first - rows.length) * CELL_PX }} />
    </div>
  );
}
