import { useId } from 'react';
import styles from './segmented-choice.module.css';

/** A choice of a few options side by side in one bar; arrow keys move, as with all radio buttons. */
export function SegmentedChoice<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; title: string }[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.bar}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, title }) => (
        <label key={value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
