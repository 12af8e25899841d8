import { useRouter } from '@tanstack/react-router';
import { shownName } from '#domain/people/shown-name.ts';
import type { LiveRoom } from '#protocol/rest/live-room.ts';
import { closeRoom } from '#rest/rooms.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';

export function CloseRoomDialog(props: { room: LiveRoom; onClose: () => void }) {
  const { id, name } = props.room;
  const router = useRouter();
  const write = useWrite({ send: closeRoom, changed: { queryKey: ['live-rooms'] } });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(props.onClose);
  const shown = shownName(name, 60);

  async function submit(): Promise<void> {
    if (!(await save(id))) return;
    toasts.show({ type: 'success', text: m.closed({ name: shown }) });
    end();
    // Navigate only if the closed room is still open: the tutor may be in another one by now.
    if (router.matchRoute({ to: '/rooms/$roomId', params: { roomId: id } }))
      await router.navigate({ to: '/rooms' });
  }

  return (
    <Dialog label={m.closeQuestion} width="29rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        submit={{ title: m.closeRoom, look: 'danger', onSubmit: () => void submit() }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notClosed} ${why}`}
      >
        <p>{m.closeText({ name: shown })}</p>
      </DialogForm>
    </Dialog>
  );
}
