import styles from './product-mark.module.css';

/** The product's sign: a lectern before a class of screens. Decorative; its name stands beside it. */
export function ProductMark(props: { size?: number }) {
  const size = props.size ?? 28;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.mark} aria-hidden="true">
      <rect width="32" height="32" rx="8" className={styles.ground} />
      <path d="M7 8h4.5v3.5H7zM13.8 8h4.5v3.5h-4.5zM20.5 8H25v3.5h-4.5z" className={styles.screens} />
      <path d="M8 15.2h16l-2 4H10zM14.6 19.2h2.8V25h-2.8zM11.5 24h9v1.8h-9z" className={styles.lectern} />
    </svg>
  );
}
