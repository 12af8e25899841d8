import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Boundary } from './boundary/boundary.tsx';
import styles from './tabs.module.css';

export type TabItem<Key extends string> = {
  key: Key;
  title: string;
  /** The number of new entries. With 0 there is no badge; above 99 it reads “99+”. */
  badge?: number;
  panel: () => ReactNode;
};

/** Tabs (WAI-ARIA, automatic activation): arrows, Home and End move. Only the chosen panel is mounted. */
export function Tabs<Key extends string>(props: {
  label: string;
  items: readonly TabItem<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}) {
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const at = props.items.findIndex((item) => item.key === props.value);
  // Scrolls the selected tab into view, also when the URL has selected it.
  useEffect(() => {
    const list = listRef.current;
    const tab = list?.querySelector<HTMLElement>(`[data-tab="${props.value}"]`);
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [props.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const count = props.items.length;
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % count,
      ArrowLeft: (at - 1 + count) % count,
      Home: 0,
      End: count - 1,
    };
    const next = props.items[to[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    props.onChange(next.key);
    listRef.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div
        ref={listRef}
        role="tablist"
        aria-label={props.label}
        className={styles.list}
        onKeyDown={onKeyDown}
      >
        {props.items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            data-tab={item.key}
            id={`${id}-${item.key}`}
            aria-controls={`${id}-panel`}
            aria-selected={item.key === props.value}
            tabIndex={item.key === props.value ? 0 : -1}
            className={styles.tab}
            onClick={() => props.onChange(item.key)}
          >
            {item.title}
            {item.badge ? <span className={styles.badge}>{item.badge > 99 ? '99+' : item.badge}</span> : null}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${props.value}`}
        className={styles.panel}
      >
        <Boundary key={props.value} kind="panel">
          {props.items[at]?.panel}
        </Boundary>
      </div>
    </div>
  );
}
