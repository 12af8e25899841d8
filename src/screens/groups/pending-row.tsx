import { useEffect, useRef } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PendingDeletion } from './create-pending-deletions.ts';
import styles from './groups-screen.module.css';
import { m } from './messages.ts';
import { pendingDeletions } from './pending-deletions.ts';

/** Replaces the row of a group with a pending deletion, with an Undo button. */
export function PendingRow(props: { id: string; deletion: PendingDeletion; columnCount: number }) {
  const { id, deletion } = props;
  const name = shownName(deletion.name, 60);
  const undo = useRef<HTMLSpanElement>(null);
  // The pressed button was removed with its dialog, and the button that opened it with the row.
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.querySelector('button')?.focus();
  }, []);
  return (
    <tr className={styles.pending}>
      <td colSpan={props.columnCount}>
        {deletion.untilMs === undefined ? (
          <span className={styles.pendingLine}>
            <Spinner label={m.deleting({ name })} size={18} isInline />
            <span aria-hidden="true">{m.deleting({ name })}</span>
          </span>
        ) : (
          <span className={styles.pendingLine}>
            <span role="status">
              {m.goesIn({ name })} <Countdown untilMs={deletion.untilMs} />
            </span>
            <span ref={undo}>
              <Button
                aria-label={m.undoOf({ name })}
                onClick={() => {
                  pendingDeletions.undo(id);
                  toasts.show({ type: 'success', text: m.kept({ name }) });
                }}
              >
                {m.undo}
              </Button>
            </span>
          </span>
        )}
      </td>
    </tr>
  );
}
