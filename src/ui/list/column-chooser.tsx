import { mdiViewColumnOutline } from '@mdi/js';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import styles from './column-chooser.module.css';
import type { ShownColumns } from './shown-columns.ts';

/** A button with a dialog that hides and shows columns of a table. Each choice applies at once. */
export function ColumnChooser<Item>(props: {
  title: string;
  closeLabel: string;
  fixedLabel: string;
  columns: ShownColumns<Item>;
}) {
  const { columns } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={mdiViewColumnOutline} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.title}
      </Button>
      {isOpen ? (
        <Dialog
          label={props.title}
          width="400px"
          closeLabel={props.closeLabel}
          onClose={() => setOpen(false)}
          withHeader
        >
          <ul className={styles.columns}>
            {columns.all.map(({ key, title, isFixed = false }) => (
              <li key={key}>
                <label className={styles.column}>
                  <input
                    type="checkbox"
                    checked={columns.isShown(key)}
                    disabled={isFixed}
                    onChange={(event) => columns.show(key, event.currentTarget.checked)}
                  />
                  <span>{title}</span>
                  {isFixed ? <span className={styles.fixed}>{props.fixedLabel}</span> : null}
                </label>
              </li>
            ))}
          </ul>
          <div className={styles.end}>
            <Button look="primary" onClick={() => setOpen(false)}>
              {props.closeLabel}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
