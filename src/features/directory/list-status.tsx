import { m } from './list-messages.ts';
import styles from './list-status.module.css';

/** The number of selected rows and, while the list is loading, the number of rows so far. */
export function ListStatus(props: { selected: number; rows: number; isComplete: boolean }) {
  const { selected, rows, isComplete } = props;
  return (
    <span role="status" className={styles.status}>
      {selected === 0 ? '' : m.selected({ count: selected })}
      {isComplete ? null : <span>{m.coming({ count: rows })}</span>}
    </span>
  );
}
