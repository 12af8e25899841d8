import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/**
 * A plain table: the caption is for screen readers, and the caller draws the rows. A table that is wider than the page
 * scrolls by itself, by keyboard as well.
 */
export function DataTable(props: { caption: string; columns: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={props.caption} tabIndex={0} className={styles.frame}>
      <table className={styles.table}>
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
