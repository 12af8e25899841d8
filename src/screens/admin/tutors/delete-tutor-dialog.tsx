import { shownName } from '#domain/people/shown-name.ts';
import { tutorTitle } from '#domain/people/tutor-names.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { deleteTutor, tutorsQuery } from '../../../rest/admin/tutors.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { useAuth } from '../../../session/session-store.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { m } from './messages.ts';

/** Asks before a tutor is deleted, which takes effect at once. */
export function DeleteTutorDialog(props: {
  tutor: Tutor;
  onClose: () => void;
  send?: (tutorId: string) => Promise<void>;
}) {
  const { tutor, onClose, send = deleteTutor } = props;
  const name = shownName(tutorTitle(tutor), 60);
  const isOwn = useAuth().userId === tutor.id;
  const write = useWrite({
    send: async (id: string) => {
      try {
        await send(id);
      } catch (error) {
        // Somebody else was faster: the tutor is gone, which is what was asked for.
        if (!isAppError(error) || error.code !== 'not-found') throw error;
      }
    },
    changed: { queryKey: ['tutors'] },
    show: (client, id) =>
      client.setQueryData(tutorsQuery().queryKey, (all) => all?.filter((each) => each.id !== id)),
  });
  const saving = useSaving(write.mutateAsync);
  async function remove(): Promise<void> {
    if (!(await saving.save(tutor.id))) return;
    toasts.show({ type: 'success', text: m.deleted({ name }) });
    onClose();
  }
  return (
    <Dialog label={m.deleteTitle({ name })} width="464px" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deleteTutor, look: 'danger', onSubmit: () => void remove() }}
        savingTitle={saving.isSaving ? m.deleting : undefined}
        failure={saving.why}
      >
        {isOwn ? <p role="alert">{m.deleteSelf}</p> : null}
        <p>
          <bdi>{tutor.primaryEmail}</bdi>
        </p>
        <p>{m.deleteText}</p>
        <p>{m.deleteStays}</p>
      </DialogForm>
    </Dialog>
  );
}
