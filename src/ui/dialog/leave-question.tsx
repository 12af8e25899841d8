import { Button } from '../button.tsx';
import styles from './dialog-form.module.css';
import { DialogFrame } from './dialog-frame.tsx';
import { m } from './dialog-messages.ts';

/**
 * Asks before what was changed is lost. `text`: says what that is. Every dialog can ask, those of the shell too, which is
 * why the two buttons are drawn here: with the parts of forms the shell would load those parts.
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
