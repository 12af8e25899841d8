import styles from './spinner.module.css';

/** Shows that something is loading. Screen readers announce the label; the ring is purely visual. */
export function Spinner(props: {
  label: string;
  size?: number;
  /** Inline in a row, instead of alone in the middle. */
  isInline?: boolean;
}) {
  const size = props.size ?? 28;
  return (
    <div role="status" className={props.isInline ? styles.inline : styles.spinner}>
      <svg viewBox="0 0 24 24" width={size} height={size} className={styles.ring} aria-hidden="true">
        <circle cx="12" cy="12" r="10" className={styles.track} />
        <path d="M12 2a10 10 0 0 1 10 10" className={styles.arc} />
      </svg>
      <span className="visually-hidden">{props.label}</span>
    </div>
  );
}
