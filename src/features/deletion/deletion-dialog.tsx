import type { ReactNode } from 'react';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';

export type DeletionDialogProps = {
  title: string;
  words: { close: string; cancel: string; deleting: string };
  submitTitle: string;
  deletedText: string;
  /** Shown before the reason of a failure. */
  failedText?: string;
  obstacle?: string | undefined;
  /** A CSS length. */
  width?: string;
  /** Rejects if the deletion failed. */
  remove(): Promise<unknown>;
  onClose(): void;
  /** The consequences: what else is deleted, and what stays. */
  children: ReactNode;
};

/** Confirms a deletion, and shows its success or the reason of its failure. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { words, failedText, obstacle, onClose } = props;
  const { save, isSaving, why } = useSaving(props.remove);
  const end = useWhileDrawn(onClose);
  async function submit(): Promise<void> {
    if (!(await save(undefined))) return;
    toasts.show({ type: 'success', text: props.deletedText });
    end();
  }
  return (
    <Dialog
      label={props.title}
      width={props.width ?? '464px'}
      closeLabel={words.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={words.cancel}
        onCancel={onClose}
        submit={{ title: props.submitTitle, look: 'danger', obstacle, onSubmit: () => void submit() }}
        savingTitle={isSaving ? words.deleting : undefined}
        failure={why && [failedText, why].filter(Boolean).join(' ')}
      >
        {props.children}
      </DialogForm>
    </Dialog>
  );
}
