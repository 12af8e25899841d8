import { mdiDeleteSweepOutline } from '@mdi/js';
import { useWrite } from '#rest/use-write.ts';
import { cleanUpLogs } from '#rest/user-logs.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import type { EventSubject } from './event-subject.ts';
import { m, wordsOf } from './messages.ts';

/** Confirms the deletion, and states that it cannot be undone. A failure is shown in the dialog. */
export function CleanUpDialog(props: { subject: EventSubject; onClose: () => void }) {
  const { subject, onClose } = props;
  const write = useWrite({ send: () => cleanUpLogs(subject.of), changed: { queryKey: ['userlogs'] } });
  const { save, isSaving, why } = useSaving<void>(write.mutateAsync);
  const end = useWhileDrawn(onClose);

  async function deleteAll(): Promise<void> {
    if (!(await save())) return;
    toasts.show({ type: 'success', text: m.cleanedUp({ title: subject.title }) });
    end();
  }

  return (
    <Dialog
      label={m.cleanUpQuestion({ title: subject.title })}
      width="28rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogEditor
        cancelTitle={m.cancel}
        submit={{
          title: m.deleteAll,
          icon: mdiDeleteSweepOutline,
          look: 'danger',
          onSubmit: () => void deleteAll(),
        }}
        savingTitle={isSaving ? m.cleaningUp : undefined}
        failure={why && `${m.notCleanedUp} ${why}`}
      >
        <p>{wordsOf(subject).cleanUpWarning}</p>
      </DialogEditor>
    </Dialog>
  );
}
