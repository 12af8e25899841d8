import styles from './field.module.css';
import { type FieldProps, Notes, useDescription } from './field.tsx';

/** A choice from a long list, with the browser's own control. */
export function SelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined;
    options: readonly { value: Value; title: string }[];
    /** Shown while nothing is chosen. */
    placeholder?: string;
    onChange: (value: Value) => void;
  },
) {
  const { id, control } = useDescription(props);
  const at = props.options.findIndex(({ value }) => value === props.value);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <select
        {...control}
        className={styles.input}
        value={at < 0 ? '' : String(at)}
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
      <Notes id={id} {...props} />
    </div>
  );
}
