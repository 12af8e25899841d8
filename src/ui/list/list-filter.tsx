import { mdiFilterVariant } from '@mdi/js';
import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { CheckField } from '../field/field.tsx';
import { Icon } from '../icon/icon.tsx';
import { Popover } from '../overlay/popover.tsx';
import styles from './list-filter.module.css';

/** A button with the number of chosen options, and checkboxes that filter the list. */
export function ListFilter(props: {
  label: string;
  options: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Shown if there are no options. */
  emptyText: string;
  clearTitle: string;
}) {
  const { label, options, chosen, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function choose(id: string, isOn: boolean): void {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChange(next);
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-on={chosen.size > 0 || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon path={mdiFilterVariant} size={18} />
        <span>{label}</span>
        {chosen.size === 0 ? null : <span className={styles.count}>{chosen.size}</span>}
      </button>
      {isOpen ? (
        <Popover label={label} buttonRef={button} onClose={() => setOpen(false)}>
          <div className={styles.boxes}>
            {options.length === 0 ? <p>{props.emptyText}</p> : null}
            {options.map(({ id, name }) => (
              <CheckField
                key={id}
                label={<bdi>{name}</bdi>}
                value={chosen.has(id)}
                onChange={(isOn) => choose(id, isOn)}
              />
            ))}
          </div>
          {options.length === 0 ? null : (
            <Button aria-disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
              {props.clearTitle}
            </Button>
          )}
        </Popover>
      ) : null}
    </>
  );
}
