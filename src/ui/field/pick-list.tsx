import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { shortcutKey } from '../shortcut-key.ts';
import styles from './pick-list.module.css';

/** `isIdle`: displayed, but not selectable. */
export type PickItem = { id: string; name: string; detail?: string | undefined; isIdle?: boolean };

/** All rows have the same height, so that only the visible ones of thousands are rendered. */
const ROW_PX = 40;
const SPARE_ROWS = 6;
/** The number of rows before the height of the list is known. */
const MIN_ROWS = 14;

const inRange = (at: number, count: number) => Math.max(0, Math.min(at, count - 1));

/** The row that a key moves to; undefined for other keys. */
function rowOfKey(
  key: string,
  { active, count, heightPx }: { active: number; count: number; heightPx: number },
) {
  const page = Math.max(1, Math.floor(heightPx / ROW_PX) - 1);
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  return rows[key];
}

function Row(props: { item: PickItem }) {
  const { name, detail } = props.item;
  return (
    <>
      <span className={styles.box} aria-hidden="true" />
      <bdi className={styles.name}>{name}</bdi>
      {detail ? <bdi className={styles.detail}>{detail}</bdi> : null}
    </>
  );
}

/**
 * A multi-select list (WAI-ARIA listbox): a press or Space toggles a row, Shift extends, Ctrl+A selects all
 * displayed rows. A double click picks a single row. In a single-select list, a press replaces the selection.
 */
export function PickList(props: {
  label: string;
  items: readonly PickItem[];
  chosen: ReadonlySet<string>;
  emptyText: string;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** A double click on a row picks it alone. */
  onPick?: (id: string) => void;
  /** At most one row can be selected. */
  isSingle?: boolean;
}) {
  const { items, chosen, onChoose } = props;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [scrollPx, setScrollPx] = useState(0);
  const [requested, setAsked] = useState(0);
  const anchor = useRef(0);
  const active = inRange(requested, items.length);

  const heightPx = ref.current?.clientHeight ?? 0;
  const first = Math.max(0, Math.min(Math.floor(scrollPx / ROW_PX), items.length - 1) - SPARE_ROWS);
  const count = Math.max(MIN_ROWS, Math.ceil(heightPx / ROW_PX)) + 2 * SPARE_ROWS;
  const shown = items.slice(first, first + count);

  function toggle(at: number, extends_: boolean): void {
    const item = items[at];
    if (item === undefined) return;
    if (item.isIdle || props.isSingle) {
      setAsked(at);
      if (item.isIdle) return;
      onChoose(new Set([item.id]));
      return;
    }
    const next = new Set(chosen);
    if (extends_) {
      const [from, to] = [Math.min(anchor.current, at), Math.max(anchor.current, at)];
      for (const each of items.slice(from, to + 1)) if (!each.isIdle) next.add(each.id);
    } else if (!next.delete(item.id)) next.add(item.id);
    anchor.current = at;
    setAsked(at);
    onChoose(next);
  }

  function moveTo(at: number): void {
    const to = inRange(at, items.length);
    setAsked(to);
    const list = ref.current;
    if (list === null) return;
    const top = to * ROW_PX;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW_PX > list.scrollTop + list.clientHeight)
      list.scrollTop = top + ROW_PX - list.clientHeight;
    setScrollPx(list.scrollTop);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = rowOfKey(event.key, { active, count: items.length, heightPx });
    if (next !== undefined) {
      if (event.shiftKey && !props.isSingle) toggle(inRange(next, items.length), true);
      moveTo(next);
    } else if (event.key === ' ') toggle(active, event.shiftKey);
    else if (shortcutKey(event) === 'a' && !props.isSingle && (event.ctrlKey || event.metaKey))
      onChoose(new Set([...chosen, ...items.filter((item) => !item.isIdle).map((item) => item.id)]));
    else return;
    event.preventDefault();
  }

  const rowOf = (event: MouseEvent) =>
    (event.target as Element).closest<HTMLElement>('[data-at]')?.dataset.at;

  function onClick(event: MouseEvent): void {
    const at = rowOf(event);
    if (at !== undefined) toggle(Number(at), event.shiftKey);
  }

  function onDoubleClick(event: MouseEvent): void {
    const item = items[Number(rowOf(event) ?? Number.NaN)];
    if (item !== undefined && !item.isIdle) props.onPick?.(item.id);
  }

  /** Keeps the focus on the list, because rows are removed when they are scrolled away. */
  function onMouseDown(event: MouseEvent): void {
    event.preventDefault();
    ref.current?.focus({ preventScroll: true });
  }

  if (items.length === 0) return <p className={`${styles.list} ${styles.empty}`}>{props.emptyText}</p>;
  return (
    <div
      ref={ref}
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={!props.isSingle}
      aria-activedescendant={`${id}-${active}`}
      className={styles.list}
      onScroll={(event) => setScrollPx(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <div role="presentation" style={{ height: first * ROW_PX }} />
      {shown.map((item, index) => {
        const at = first + index;
        return (
          <div
            key={item.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            onMouseDown={onMouseDown}
            data-at={at}
            data-active={at === active || undefined}
            aria-selected={chosen.has(item.id)}
            aria-disabled={item.isIdle}
            aria-setsize={items.length}
            aria-posinset={at + 1}
            className={styles.row}
          >
            <Row item={item} />
          </div>
        );
      })}
      <div role="presentation" style={{ height: (items.length - first - shown.length) * ROW_PX }} />
    </div>
  );
}
