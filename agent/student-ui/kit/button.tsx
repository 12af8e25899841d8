import type { ReactNode } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'default' | 'danger' | 'quiet';

export function Button(props: {
  children: ReactNode;
  look?: Look;
  /** Replaces the visible text for screen readers, if that does not name its object. */
  label?: string;
  submits?: boolean;
  isDisabled?: boolean;
  onClick?: () => void;
}) {
  return (
    <button
      type={props.submits ? 'submit' : 'button'}
      className={`${styles.button} ${styles[props.look ?? 'default']}`}
      aria-label={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

/** A link with the look of a button that opens another page in its own tab. */
export function PageLink(props: { href: string; children: ReactNode; onClick?: () => void }) {
  return (
    <a
      className={`${styles.button} ${styles.primary}`}
      href={props.href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={props.onClick}
    >
      {props.children}
    </a>
  );
}
