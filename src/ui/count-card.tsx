import styles from './count-card.module.css';

/** A number and its noun. `isComplete`: false while more are loading. */
export function CountCard(props: { count: number; singular: string; plural: string; isComplete?: boolean }) {
  return (
    <span className={styles.card}>
      <span className={styles.count}>
        {props.count}
        {props.isComplete === false ? '+' : ''}
      </span>{' '}
      {props.count === 1 ? props.singular : props.plural}
    </span>
  );
}
