import { useLayoutEffect, useRef } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { Button } from '../../student-ui/kit/button.tsx';
import { Actions } from '../../student-ui/kit/panel.tsx';
import { m } from '../messages.ts';
import styles from './leave-dialog.module.css';

const MAX_NAMED = 5;

/** Asks a leaving student about unsaved files. The dialog is open while mounted. */
export function LeaveDialog(props: { files: readonly string[]; onStay: () => void; onLeave: () => void }) {
  const { files } = props;
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const others = files.length - MAX_NAMED;
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby="leave-title" onCancel={props.onStay}>
      <h2 id="leave-title">{m.leaveTitle}</h2>
      <p>{m.leaveText({ count: files.length })}</p>
      <ul>
        {files.slice(0, MAX_NAMED).map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and their order is fixed
          <li key={i}>{shownText(name, 80)}</li>
        ))}
        {others > 0 ? <li>{m.andMore({ count: others })}</li> : null}
      </ul>
      <Actions>
        <Button look="primary" onClick={props.onStay}>
          {m.stay}
        </Button>
        <Button look="danger" onClick={props.onLeave}>
          {m.leaveAnyway}
        </Button>
      </Actions>
    </dialog>
  );
}
