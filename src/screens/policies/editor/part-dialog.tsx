import type { ReactNode } from 'react';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { m } from './messages.ts';

/** Input and output of the dialog of an effect or a condition: its parameters. */
export type PartDialogProps<Parameters> = {
  /** Undefined while the part is being added. */
  value: Parameters | undefined;
  onSubmit: (parameters: Parameters) => void;
  onClose: () => void;
};

/** The frame of the dialog of an effect or a condition. */
export function PartDialog(props: {
  title: string;
  width: string;
  isChanged: boolean;
  /** Why it cannot be submitted. */
  obstacle?: string | undefined;
  onSubmit: () => void;
  onAttempt?: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      label={props.title}
      width={props.width}
      closeLabel={m.close}
      onClose={props.onClose}
      isUnsaved={props.isChanged}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.submit,
          worksOffline: true,
          obstacle: props.obstacle,
          onSubmit: props.onSubmit,
          ...(props.onAttempt && { onAttempt: props.onAttempt }),
        }}
      >
        {props.children}
      </DialogForm>
    </Dialog>
  );
}
