import { Children, type ReactElement, type ReactNode, useRef } from 'react';
import { Boundary, tableRow } from '../boundary/boundary.tsx';
import styles from './data-table.module.css';
import { useFocusOfGone } from './use-focus-of-gone.ts';

/**
 * A plain table: the caption is for screen readers, and the caller renders the rows. A table wider than the
 * page scrolls, by keyboard as well.
 */
export function DataTable(props: {
  caption: string;
  /** Titles, or headings with a key, such as `SortHeading`. */
  columns: readonly (string | ReactElement)[];
  /** The last column has the actions of a row. */
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
            {props.columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                column
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {Children.map(props.children, (row) => (
            <Boundary kind="row" frame={tableRow(props.columns.length)}>
              {row}
            </Boundary>
          ))}
        </tbody>
      </table>
    </section>
  );
}
