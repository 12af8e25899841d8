import { useId } from 'react';
import styles from './select-field.module.css';

/** One of a list that is too long to stand there whole: the browser's own control. */
export function SelectField<Value extends string | number>(props: {
  label: string;
  value: Value | undefined;
  options: readonly { value: Value; title: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  hint?: string;
  /** What is wrong with it. */
  error?: string | undefined;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  const described = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(' ');
  const at = props.options.findIndex(({ value }) => value === props.value);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={at < 0 ? '' : String(at)}
        aria-invalid={props.error !== undefined}
        {...(described && { 'aria-describedby': described })}
        onChange={(event) => {
          const chosen = props.options[Number(event.currentTarget.value)];
          if (chosen && event.currentTarget.value !== '') props.onChange(chosen.value);
        }}
      >
        {props.placeholder === undefined ? null : (
          <option value="" disabled>
            {props.placeholder}
          </option>
        )}
        {props.options.map(({ value, title }, index) => (
          <option key={value} value={String(index)}>
            {title}
          </option>
        ))}
      </select>
      {props.hint === undefined ? null : (
        <span id={`${id}-hint`} className={styles.hint}>
          {props.hint}
        </span>
      )}
      {props.error === undefined ? null : (
        <span id={`${id}-error`} className={styles.error}>
          {props.error}
        </span>
      )}
    </div>
  );
}
