import { useState } from 'react';
import type { LiveRoom, RoomMembers, RoomPerson } from '#protocol/rest/live-room.ts';
import { type MembersWrite, saveRoomMembers } from '#rest/rooms.ts';
import { useWrite } from '#rest/use-write.ts';
import { useAuth } from '#session/session-store.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';
import { openOnDevicesOf } from '../open-on-devices.ts';
import { PeoplePicker } from './people-picker.tsx';
import { idsOf, keyOfMember, userIdsOf } from './use-people.ts';

/** The new list of members. People who are members only through a group are listed only when removed. */
export function invitedMembers(
  former: RoomMembers,
  { people, chosen, selfId }: { people: readonly RoomPerson[]; chosen: ReadonlySet<string>; selfId: string },
): RoomMembers {
  const students = new Set(userIdsOf(chosen));
  const byGroup = people
    .filter(({ id, kind }) => kind === 'user' && !former.users.includes(id))
    .map(({ id }) => id);
  return {
    groups: former.groups,
    users: [...students].filter((id) => !byGroup.includes(id)),
    tutors: [...former.tutors.filter((id) => id === selfId), ...idsOf(chosen, 'tutors')],
    without: [
      ...former.without.filter((id) => !students.has(id)),
      ...byGroup.filter((id) => !students.has(id)),
    ],
  };
}

/** Starts with the current members. On submit, opens the room on the devices of the added ones. */
export function InviteDialog(props: {
  room: LiveRoom;
  /** All members, including those through a group. */
  people: readonly RoomPerson[];
  onClose: () => void;
  send?: (write: MembersWrite) => Promise<LiveRoom>;
}) {
  const { userId } = useAuth();
  const { id } = props.room;
  const [former] = useState(props.room.members);
  const [people] = useState(props.people);
  const [first] = useState<ReadonlySet<string>>(
    () =>
      new Set(people.filter((person) => person.kind !== 'tutor' || person.id !== userId).map(keyOfMember)),
  );
  const [chosen, setChosen] = useState(first);
  const write = useWrite({ send: props.send ?? saveRoomMembers, changed: { queryKey: ['live-rooms'] } });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(props.onClose);

  async function submit(): Promise<void> {
    const members = invitedMembers(former, { people, chosen, selfId: userId });
    if (!(await save({ id, members, former }))) return;
    const isNew = (each: string) => !people.some((person) => person.kind === 'user' && person.id === each);
    openOnDevicesOf(props.room, {
      users: idsOf(chosen, 'users').filter(isNew),
      guests: idsOf(chosen, 'guests').filter(isNew),
    });
    toasts.show({ type: 'success', text: m.invited });
    end();
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
        <PeoplePicker chosen={chosen} members={people} onChoose={setChosen} />
      </DialogForm>
    </Dialog>
  );
}
