import { Button } from '../button.tsx';
import styles from './dialog-form.module.css';
import { DialogFrame } from './dialog-frame.tsx';
import { m } from './dialog-messages.ts';

/**
 * Confirms the loss of changes. `text`: describes them. The shell's dialogs use it too, so it has its own two
 * buttons instead of the form parts, which the shell would have to load.
 */
export function LeaveQuestion(props: {
  text: string;
  closeLabel: string;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <DialogFrame
      label={m.leaveTitle}
      width="26rem"
      closeLabel={props.closeLabel}
      onClose={props.onStay}
      withHeader
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <p>{props.text}</p>
        </div>
        <div className={styles.footer}>
          <Button onClick={props.onStay}>{m.keepEditing}</Button>
          <Button look="danger" onClick={props.onLeave}>
            {m.discard}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
