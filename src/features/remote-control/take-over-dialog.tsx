import { mdiMonitorEye } from '@mdi/js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { m } from './messages.ts';
import type { RemoteControlState } from './remote-control-state.ts';
import styles from './take-over-dialog.module.css';

export type TakeOverDialogProps = {
  state: RemoteControlState & { name: 'asking' };
  onTakeOver: () => void;
  onClose: () => void;
};

/** Another tutor is at work there: theirs ends if this one begins. */
export function TakeOverDialog({ state, onTakeOver, onClose }: TakeOverDialogProps) {
  const { deviceName, tutorName } = state;
  return (
    <Dialog
      label={m.of({ name: deviceName })}
      width="26rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <div className={styles.question}>
        <p>
          <bdi>{tutorName === '' ? m.anotherTutor : tutorName}</bdi> {m.controlsIt}
        </p>
        <p className={styles.effect}>{m.takeOverEffect}</p>
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button look="danger" icon={mdiMonitorEye} onClick={onTakeOver}>
            {m.takeOver}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
