/** The parts of a field, for forms with their own layout. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';

export function FieldBox(props: { children: ReactNode }) {
  return <div className={styles.field}>{props.children}</div>;
}

export function FieldGroup(props: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{props.label}</legend>
      {props.children}
    </fieldset>
  );
}

export function FieldLabel(props: { htmlFor: string; children: ReactNode }) {
  return (
    <label htmlFor={props.htmlFor} className={styles.label}>
      {props.children}
    </label>
  );
}

export function FieldInput(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...props} className={styles.input} />;
}

export function FieldTextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={styles.input} />;
}

export function FieldHint(props: { id?: string; children: ReactNode }) {
  return (
    <p id={props.id} className={styles.hint}>
      {props.children}
    </p>
  );
}

/** The error of a field. Announced unless `isQuiet`, for a parent that is announced itself. */
export function FieldError(props: { id?: string; isQuiet?: boolean; children: ReactNode }) {
  return (
    <p id={props.id} role={props.isQuiet ? undefined : 'alert'} className={styles.error}>
      {props.children}
    </p>
  );
}
