import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './data-table.module.css';

/**
 * A row that goes takes the focus along when that was in it, or comes back to it from a dialog: the table takes it then,
 * so that a person at the keyboard is still where the row was.
 */
function useFocusOfGone(table: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(null);
  useEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    table.current?.focus();
  });
  return (focused: Element) => {
    last.current = focused;
  };
}

/**
 * A plain table: the caption is for screen readers, and the caller draws the rows. A table that is wider than the page
 * scrolls by itself, by keyboard as well.
 */
export function DataTable(props: {
  caption: string;
  columns: readonly string[];
  /** The last column is what one can do with a row. */
  hasActions?: boolean;
  children: ReactNode;
}) {
  const frame = useRef<HTMLElement>(null);
  const noteFocus = useFocusOfGone(frame);
  return (
    <section
      ref={frame}
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      onFocus={(event) => noteFocus(event.target)}
    >
      <table className={styles.table} data-actions={props.hasActions || undefined}>
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  );
}
