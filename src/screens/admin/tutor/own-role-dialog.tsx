import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { m } from './messages.ts';

/** Asks before a super admin gives up a role that they could not give back to themselves. */
export function OwnRoleDialog(props: { onConfirm: () => void; onClose: () => void }) {
  const { onConfirm, onClose } = props;
  return (
    <Dialog label={m.ownTitle} width="464px" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{
          title: m.ownConfirm,
          look: 'danger',
          onSubmit() {
            onClose();
            onConfirm();
          },
        }}
      >
        <p>{m.ownText}</p>
      </DialogForm>
    </Dialog>
  );
}
