import styles from './count-card.module.css';

/** A number and its noun. */
export function CountCard(props: { count: number; singular: string; plural: string }) {
  return (
    <span className={styles.card}>
      <span className={styles.count}>{props.count}</span> {props.count === 1 ? props.singular : props.plural}
    </span>
  );
}
