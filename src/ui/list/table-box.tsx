import type { SyntheticEvent } from 'react';
import { useMixed } from '../field/use-mixed.ts';
import styles from './selectable-table.module.css';

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Space belongs to the checkbox; arrows and Escape to the table. */
const stopSpace = (event: React.KeyboardEvent) => {
  if (event.key === ' ') event.stopPropagation();
};

/** A checkbox in a selectable row: pressing it does not press the row. */
export function TableBox(props: {
  label: string;
  state: 'none' | 'some' | 'all';
  onChange: (isOn: boolean) => void;
}) {
  const ref = useMixed(props.state === 'some');
  return (
    <input
      ref={ref}
      type="checkbox"
      className={styles.box}
      aria-label={props.label}
      checked={props.state === 'all'}
      onChange={() => props.onChange(props.state !== 'all')}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onKeyDown={stopSpace}
      onKeyUp={stopSpace}
    />
  );
}
