import type { ReactNode } from 'react';
import { Dimmed } from '../../student-ui/kit/panel.tsx';
import { m } from '../messages.ts';
import styles from './notice-page.module.css';

/** A whole page with a single message or form. */
export function NoticePage(props: { title: string; text?: string; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {m.product}
        </p>
        <h1 className={styles.title}>{props.title}</h1>
        {props.text === undefined ? null : <Dimmed>{props.text}</Dimmed>}
        {props.children}
      </div>
    </main>
  );
}
