import { useState } from 'react';
import type { LiveRoom } from '#protocol/rest/live-room.ts';
import { type MembersWrite, saveRoomMembers } from '../../../rest/rooms.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { useAuth } from '../../../session/session-store.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { m } from '../messages.ts';
import { openOnDevicesOf } from '../open-on-devices.ts';
import { PeoplePicker } from './people-picker.tsx';
import { idsOf, keyOf, userIdsOf } from './use-people.ts';

/** Begins with who is in the room; opens it on the devices of those who were added. */
export function InviteDialog(props: {
  room: LiveRoom;
  /** Those of its members who are in no directory. */
  guests: readonly string[];
  onClose: () => void;
  send?: (write: MembersWrite) => Promise<LiveRoom>;
}) {
  const { userId } = useAuth();
  const { id, members } = props.room;
  const [former] = useState(members);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set([
        ...former.users.map((each) =>
          keyOf({ kind: props.guests.includes(each) ? 'guests' : 'users', id: each }),
        ),
        ...former.tutors.filter((each) => each !== userId).map((each) => keyOf({ kind: 'tutors', id: each })),
      ]),
  );
  const [first] = useState(chosen);
  const write = useWrite({ send: props.send ?? saveRoomMembers, changed: { queryKey: ['live-rooms'] } });
  const { save, isSaving, why } = useSaving(write.mutateAsync);

  async function submit(): Promise<void> {
    const users = userIdsOf(chosen);
    const tutors = [...former.tutors.filter((each) => each === userId), ...idsOf(chosen, 'tutors')];
    const without = former.without.filter((each) => !users.includes(each));
    if (!(await save({ id, members: { ...former, users, tutors, without }, former }))) return;
    const isNew = (each: string) => !former.users.includes(each);
    openOnDevicesOf(id, {
      users: idsOf(chosen, 'users').filter(isNew),
      guests: idsOf(chosen, 'guests').filter(isNew),
    });
    toasts.show({ type: 'success', text: m.invited });
    props.onClose();
  }

  return (
    <Dialog
      label={m.invite}
      width="39rem"
      closeLabel={m.close}
      onClose={props.onClose}
      isUnsaved={chosen !== first}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.save,
          obstacle: chosen.size === 0 ? m.inviteSome : undefined,
          onSubmit: () => void submit(),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notSaved} ${why}`}
      >
        <PeoplePicker chosen={chosen} onChoose={setChosen} />
      </DialogForm>
    </Dialog>
  );
}
