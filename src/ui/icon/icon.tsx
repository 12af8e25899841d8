import styles from './icon.module.css';

/** One icon of @mdi/js (24 × 24 path). Decorative unless it has a label. */
export function Icon(props: { path: string; size?: number; label?: string; className?: string }) {
  const size = props.size ?? 20;
  const className = props.className === undefined ? styles.icon : `${styles.icon} ${props.className}`;
  return props.label === undefined ? (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <path d={props.path} />
    </svg>
  ) : (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      role="img"
      aria-label={props.label}
    >
      <path d={props.path} />
    </svg>
  );
}
