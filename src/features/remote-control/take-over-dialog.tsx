import { mdiMonitorEye } from '@mdi/js';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { m } from './messages.ts';
import type { RemoteControlState } from './remote-control-state.ts';
import styles from './take-over-dialog.module.css';

export type TakeOverDialogProps = {
  state: RemoteControlState & { name: 'asking' };
  onTakeOver: () => void;
  onClose: () => void;
};

/** Another tutor controls the device: that session ends if this one begins. */
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
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.takeOver,
          icon: mdiMonitorEye,
          look: 'danger',
          worksOffline: true,
          onSubmit: onTakeOver,
        }}
      >
        <p>
          <bdi>{tutorName === '' ? m.anotherTutor : tutorName}</bdi> {m.controlsIt}
        </p>
        <p className={styles.effect}>{m.takeOverEffect}</p>
      </DialogForm>
    </Dialog>
  );
}
