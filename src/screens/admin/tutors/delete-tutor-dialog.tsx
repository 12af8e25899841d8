import { shownName } from '#domain/people/shown-name.ts';
import { tutorTitle } from '#domain/people/tutor-names.ts';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { deleteTutor, tutorsQuery } from '#rest/admin/tutors.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { useWrite } from '#rest/use-write.ts';
import { useAuth } from '#session/session-store.ts';
import { m } from './messages.ts';

/** Asks before a tutor is deleted; the deletion takes effect at once. */
export function DeleteTutorDialog(props: {
  tutor: Tutor;
  onClose: () => void;
  send?: (tutorId: string) => Promise<void>;
}) {
  const { tutor, onClose, send = deleteTutor } = props;
  const name = shownName(tutorTitle(tutor), 60);
  const isOwn = useAuth().userId === tutor.id;
  const write = useWrite({
    send: (id: string) => goneIsDone(send(id)),
    changed: { queryKey: ['tutors'] },
    show: (client, id) =>
      client.setQueryData(tutorsQuery().queryKey, (all) => all?.filter((each) => each.id !== id)),
  });
  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.deleteTutor}
      deletedText={m.deleted({ name })}
      remove={() => write.mutateAsync(tutor.id)}
      onClose={onClose}
    >
      {isOwn ? <p role="alert">{m.deleteSelf}</p> : null}
      <p>
        <bdi>{tutor.primaryEmail}</bdi>
      </p>
      <p>{m.deleteText}</p>
      <p>{m.deleteStays}</p>
    </DeletionDialog>
  );
}
