import { mdiMagnify } from '@mdi/js';
import type { Ref } from 'react';
import { Icon } from '../icon/icon.tsx';
import styles from './search-field.module.css';

export function SearchField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <label className={styles.field}>
      <Icon path={mdiMagnify} size={18} className={styles.icon} />
      <input
        ref={props.ref}
        type="search"
        className={styles.input}
        placeholder={props.label}
        aria-label={props.label}
        value={props.value}
        maxLength={200}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
