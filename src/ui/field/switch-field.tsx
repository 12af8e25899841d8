import { useId } from 'react';
import { Switch } from './switch.tsx';
import styles from './switch-field.module.css';

/** A switch with an explanation below its label. */
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
      <label htmlFor={`${id}-switch`} className={styles.line}>
        <Switch
          id={`${id}-switch`}
          value={props.value}
          disabled={props.isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={props.onChange}
        />
        <span className={styles.label}>{props.label}</span>
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {props.hint}
      </p>
    </div>
  );
}
