import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon } from './icon/icon.tsx';

/** Shows that there is no content, the reason, and the next step. */
export function EmptyState(props: { icon: string; title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon path={props.icon} size={44} className={styles.icon} />
      <p className={styles.title}>{props.title}</p>
      {props.text === undefined ? null : <p className={styles.text}>{props.text}</p>}
      {props.children === undefined ? null : <div className={styles.actions}>{props.children}</div>}
    </div>
  );
}
