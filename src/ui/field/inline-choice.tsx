import styles from './inline-choice.module.css';

/** A small choice among the controls of a list, with its label beside it. */
export function InlineChoice(props: {
  label: string;
  value: string;
  options: readonly { value: string; title: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <label className={styles.choice}>
      {props.label}
      <select value={props.value} onChange={({ currentTarget }) => props.onChange(currentTarget.value)}>
        {props.options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
