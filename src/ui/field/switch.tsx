import type { ComponentProps } from 'react';
import styles from './switch.module.css';

type Given = 'type' | 'role' | 'className' | 'checked' | 'aria-checked' | 'onChange';

/** A switch. `size`: `small` for rows of a table. */
export function Switch({
  value,
  size = 'medium',
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, Given | 'value' | 'size'> & {
  value: boolean;
  size?: 'medium' | 'small';
  onChange: (value: boolean) => void;
}) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      className={size === 'small' ? `${styles.switch} ${styles.small}` : styles.switch}
      checked={value}
      aria-checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
