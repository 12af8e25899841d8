import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export function TextField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email';
  autoComplete?: string;
  maxLength?: number;
  lines?: number;
  /** The error message below the field. */
  fault?: string | undefined;
}) {
  const id = useId();
  const shared = {
    id,
    className: styles.input,
    value: props.value,
    maxLength: props.maxLength ?? 255,
    'aria-invalid': props.fault !== undefined,
    'aria-describedby': props.fault === undefined ? undefined : `${id}-fault`,
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      {props.lines ? (
        <textarea {...shared} rows={props.lines} onChange={(event) => props.onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={props.type ?? 'text'}
          autoComplete={props.autoComplete ?? 'off'}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      {props.fault === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {props.fault}
        </p>
      )}
    </div>
  );
}

/** A radio button, a checkbox or a switch. */
export function Choice(props: {
  kind: 'radio' | 'checkbox' | 'switch';
  name?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.choice}>
      <input
        type={props.kind === 'radio' ? 'radio' : 'checkbox'}
        role={props.kind === 'switch' ? 'switch' : undefined}
        name={props.name}
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{props.children}</span>
    </label>
  );
}
