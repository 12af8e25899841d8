import { type SyntheticEvent, useEffect, useRef } from 'react';
import styles from './selectable-table.module.css';

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** The space bar is the box's own; arrows and Escape are the table's. */
const stopSpace = (event: React.KeyboardEvent) => {
  if (event.key === ' ') event.stopPropagation();
};

/** A box that stands in a row which is itself pressed to be selected: its press is not one of the row. */
export function TableBox(props: {
  label: string;
  state: 'none' | 'some' | 'all';
  onChange: (isOn: boolean) => void;
}) {
  const ref = useRef<HTMLInputElement>(null);
  // Mixed is a property of the element, and no attribute.
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = props.state === 'some';
  }, [props.state]);
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
