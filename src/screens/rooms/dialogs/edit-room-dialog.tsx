import { shownName } from '#domain/people/shown-name.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { type LiveRoom, MAX_ROOM_NAME } from '#protocol/rest/live-room.ts';
import { renameRoom } from '#rest/rooms.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { TextField } from '#ui/field/field.tsx';
import { useFields } from '#ui/field/use-fields.ts';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';

export function EditRoomDialog(props: {
  room: LiveRoom;
  onClose: () => void;
  send?: (name: { id: string; name: string }) => Promise<LiveRoom>;
}) {
  const { room, onClose } = props;
  // Another tutor may rename the room while the dialog is open.
  const { fields, change } = useFields({ name: room.name });
  const { name } = fields;
  const write = useWrite({ send: props.send ?? renameRoom, changed: { queryKey: ['live-rooms'] } });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(onClose);
  const trimmed = trimmedText(name);

  async function submit(): Promise<void> {
    if (!(await save({ id: room.id, name: trimmed }))) return;
    toasts.show({ type: 'success', text: m.renamed({ name: shownName(trimmed, 60) }) });
    end();
  }

  return (
    <Dialog
      label={m.editTitle(room.membershipType)}
      width="29rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.save,
          obstacle: trimmed === '' ? m.nameRequired : trimmed === room.name ? m.nameSame : undefined,
          onSubmit: () => void submit(),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notSaved} ${why}`}
      >
        <TextField
          label={m.name}
          value={name}
          maxLength={MAX_ROOM_NAME}
          error={trimmed === '' ? m.nameRequired : undefined}
          onChange={(next) => change({ name: next })}
          isRequired
        />
      </DialogForm>
    </Dialog>
  );
}
