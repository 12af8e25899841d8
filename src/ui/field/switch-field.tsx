import { useId } from 'react';
import styles from './switch-field.module.css';

/** Something that is on or off, with what it means below its name. */
export function SwitchField(props: {
  label: string;
  hint: string;
  value: boolean;
  isDisabled?: boolean;
  onChange: (value: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.line}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={props.value}
          aria-checked={props.value}
          disabled={props.isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span className={styles.label}>{props.label}</span>
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {props.hint}
      </p>
    </div>
  );
}
