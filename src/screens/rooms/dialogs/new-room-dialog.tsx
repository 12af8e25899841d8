import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import { MAX_ROOM_NAME, ROOM_KINDS, type RoomKind } from '#protocol/rest/live-room.ts';
import { createRoom, type NewRoom, roomsQuery } from '#rest/rooms.ts';
import { useWrite } from '#rest/use-write.ts';
import { useVisibleGroups } from '#shell/groups/visible-groups.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { ChoiceField, TextField } from '#ui/field/field.tsx';
import { PickList } from '#ui/field/pick-list.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from '../messages.ts';
import { openOnDevicesOf } from '../open-on-devices.ts';
import { PeoplePicker } from './people-picker.tsx';
import { idsOf, userIdsOf } from './use-people.ts';

const KINDS = ROOM_KINDS.map((value) => ({ value, title: m.kinds[value] }));

/** Groups of people for which this tutor has no room yet. */
function useFreeGroups() {
  const { groups } = useVisibleGroups();
  const { data: rooms = [] } = useQuery(roomsQuery());
  const taken = new Set(
    rooms.filter(({ membershipType }) => membershipType === 'group').flatMap(({ members }) => members.groups),
  );
  return groups
    .filter(({ id, definitionName }) => definitionName === 'userGroup' && !taken.has(id))
    .map(({ id, title }) => ({ id, name: title }));
}

/** Creates a room for groups, for people, or for two. */
export function NewRoomDialog(props: {
  onClose: () => void;
  onCreated: (id: string) => void;
  create?: (room: NewRoom) => Promise<{ id: string }>;
}) {
  const [kind, setKind] = useState<RoomKind>('group');
  const [name, setName] = useState('');
  const [groups, setGroups] = useState<ReadonlySet<string>>(new Set());
  const [people, setPeople] = useState<ReadonlySet<string>>(new Set());
  const freeGroups = useFreeGroups();
  const write = useWrite({ send: props.create ?? createRoom, changed: { queryKey: ['live-rooms'] } });
  const notifyCreated = useWhileDrawn(props.onCreated);
  const { save, isSaving, why } = useSaving(async (room: NewRoom) => {
    const { id } = await write.mutateAsync(room);
    openOnDevicesOf(
      { id, name: room.name },
      {
        users: idsOf(people, 'users'),
        guests: idsOf(people, 'guests'),
        groups: room.members.groups,
      },
    );
    notifyCreated(id);
  });

  const chosen = kind === 'group' ? [...groups] : [];
  const named = freeGroups.filter(({ id }) => groups.has(id)).map((group) => group.name);
  const obstacle = obstacleOf(kind, { name, chosen: chosen.length + people.size });
  const submit = () =>
    void save({
      name: kind === 'chat room' ? name.trim() : (named.join(', ') || m.kinds[kind]).slice(0, MAX_ROOM_NAME),
      membershipType: kind,
      members: {
        users: userIdsOf(people),
        tutors: idsOf(people, 'tutors'),
        groups: chosen,
        without: [],
      },
    });

  return (
    <Dialog
      label={m.newRoom}
      width="39rem"
      closeLabel={m.close}
      onClose={props.onClose}
      isUnsaved={groups.size + people.size > 0}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{ title: m.create, obstacle, onSubmit: submit }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notCreated} ${why}`}
      >
        <ChoiceField
          label={m.kind}
          value={kind}
          options={KINDS}
          onChange={(next) => {
            setKind(next);
            setPeople(new Set());
          }}
        />
        {kind === 'chat room' ? (
          <TextField label={m.name} value={name} maxLength={MAX_ROOM_NAME} onChange={setName} isRequired />
        ) : null}
        {kind === 'group' ? (
          <PickList
            label={m.groups}
            items={freeGroups}
            chosen={groups}
            emptyText={m.noGroups}
            onChoose={setGroups}
          />
        ) : null}
        <PeoplePicker key={kind} chosen={people} isOne={kind === 'direct'} onChoose={setPeople} />
      </DialogForm>
    </Dialog>
  );
}

function obstacleOf(kind: RoomKind, { name, chosen }: { name: string; chosen: number }): string | undefined {
  if (kind === 'direct') return chosen === 1 ? undefined : m.chooseOne;
  if (kind === 'chat room' && trimmedText(name) === '') return m.nameRequired;
  return chosen === 0 ? m.chooseSome : undefined;
}
