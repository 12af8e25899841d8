import { type FormEvent, type ReactNode, useId } from 'react';
import styles from './panel.module.css';

/** A part of the page with a heading. `asks` marks a part that waits for the student. */
export function Panel(props: { title: string; asks?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${props.asks ? styles.asks : ''}`} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

export const Actions = (props: { children: ReactNode }) => (
  <div className={styles.actions}>{props.children}</div>
);
export const Dimmed = (props: { children: ReactNode }) => <p className={styles.dimmed}>{props.children}</p>;
/** Text from outside, shown as plain text with its line breaks. */
export const PlainText = (props: { children: string }) => <p className={styles.text}>{props.children}</p>;

/** A form in a panel. The page shows its own error messages instead of the browser's. */
export function PanelForm(props: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {props.children}
    </form>
  );
}
