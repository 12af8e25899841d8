import styles from './list-file.module.css';

/** The maximum number of displayed entries. */
const MAX_CHIPS = 50;

/** Entries of a list, side by side. `more`: the text for those beyond the maximum. */
export function EntryChips(props: { entries: readonly string[]; more: (p: { count: number }) => string }) {
  const rest = props.entries.length - MAX_CHIPS;
  return (
    <ul className={styles.chips}>
      {props.entries.slice(0, MAX_CHIPS).map((entry) => (
        <li key={entry} className={styles.chip}>
          <bdi>{entry}</bdi>
        </li>
      ))}
      {rest > 0 ? <li>{props.more({ count: rest })}</li> : null}
    </ul>
  );
}
