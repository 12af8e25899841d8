import type { ReactNode } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'default' | 'danger' | 'quiet';

export function Button(props: {
  children: ReactNode;
  look?: Look;
  /** Read out in place of the words, where those do not say what it is about. */
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

/** Looks like a button and opens another page, in a tab of its own. */
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
