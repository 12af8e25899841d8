import type { ReactNode } from 'react';
import { toasts } from '../../shell/toasts/toasts.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../ui/use-saving.ts';
import { useWhileDrawn } from '../../ui/use-while-drawn.ts';

export type DeletionDialogProps = {
  title: string;
  words: { close: string; cancel: string; deleting: string };
  /** Of the button that deletes. */
  submitTitle: string;
  /** Said once it is deleted. */
  deletedText: string;
  /** Said before the reason why it is not. */
  failedText?: string;
  /** Why it cannot be deleted now. */
  obstacle?: string | undefined;
  /** CSS. */
  width?: string;
  /** Rejects where it is still there. */
  remove(): Promise<unknown>;
  onClose(): void;
  /** What is deleted with it, and what stays. */
  children: ReactNode;
};

/** Asks before something is deleted; says when it is, and why it is not. */
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
