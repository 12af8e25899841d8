import { mdiPower } from '@mdi/js';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import type { ActionTarget } from '../action-target.ts';
import { m as shared } from '../messages.ts';
import { m } from './messages.ts';
import type { PowerInput } from './power-form.ts';
import styles from './power-question.module.css';

const MAX_NAMES = 12;

/** Confirms a power action for several devices, with their number and names. */
export function PowerQuestion(props: {
  what: PowerInput['action'];
  recipients: readonly ActionTarget[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { recipients } = props;
  const words = { what: m[props.what], count: recipients.length };
  const rest = recipients.length - MAX_NAMES;
  return (
    <Dialog
      label={m.question(words)}
      width="26rem"
      closeLabel={shared.close}
      onClose={props.onClose}
      withHeader
    >
      <DialogEditor
        cancelTitle={m.cancel}
        submit={{
          title: m.confirm(words),
          icon: mdiPower,
          look: 'danger',
          worksOffline: true,
          onSubmit: props.onConfirm,
        }}
      >
        <p>{m.mayLose}</p>
        <ul className={styles.names}>
          {recipients.slice(0, MAX_NAMES).map(({ key, name }) => (
            <li key={key} className={styles.name}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {rest > 0 ? <li>{m.andMore({ count: rest })}</li> : null}
        </ul>
      </DialogEditor>
    </Dialog>
  );
}
