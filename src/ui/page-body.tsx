import type { ReactNode } from 'react';
import styles from './page-body.module.css';

/** The padded body of a screen that is a list: controls above, content below. */
export function PageBody(props: { controls?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.body}>
      {props.controls === undefined ? null : <div className={styles.controls}>{props.controls}</div>}
      {props.children}
    </div>
  );
}
