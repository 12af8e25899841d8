import { mdiClose } from '@mdi/js';
import { useId } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { LiveRoom, RoomMembers } from '#protocol/rest/live-room.ts';
import { saveRoomMembers } from '#rest/rooms.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { Spinner } from '#ui/spinner.tsx';
import styles from './members-panel.module.css';
import { m } from './messages.ts';
import type { Member } from './use-room.ts';

/** A removed person who is also a member through a group is added to `without`. */
function membersWithout(members: RoomMembers, { id, kind }: Member): RoomMembers {
  if (kind === 'tutor') return { ...members, tutors: members.tutors.filter((each) => each !== id) };
  return {
    ...members,
    users: members.users.filter((each) => each !== id),
    without: members.groups.length === 0 ? members.without : [...members.without, id],
  };
}

function useRemoval({ id, members }: LiveRoom) {
  const write = useWrite({ send: saveRoomMembers, changed: { queryKey: ['live-rooms'] } });
  return (member: Member) => {
    const name = shownName(member.name, 60);
    write.mutate(
      { id, members: membersWithout(members, member), former: members },
      {
        onSuccess: () => toasts.show({ type: 'success', text: m.removed({ name }) }),
        onError: (error) => toasts.show({ type: 'error', text: `${m.notRemoved} ${failureText(error)}` }),
      },
    );
  };
}

function Section(props: {
  title: string;
  members: readonly Member[];
  onRemove: ((member: Member) => void) | undefined;
}) {
  const id = useId();
  const { onRemove } = props;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {props.title}
      </h3>
      <ul className={styles.list}>
        {props.members.map((member) => (
          <li key={`${member.kind} ${member.id}`} className={styles.member} data-online={member.isOnline}>
            <Avatar name={member.name} picture={member.picture ?? undefined} />
            <bdi className={styles.name}>{shownName(member.name, 80)}</bdi>
            {member.isSelf ? <span className={styles.self}>({m.you})</span> : null}
            {onRemove === undefined || member.isSelf ? null : (
              <IconButton
                needsPlatform
                icon={mdiClose}
                size="small"
                label={m.remove({ name: shownName(member.name, 60) })}
                onClick={() => onRemove(member)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function MembersPanel(props: {
  room: LiveRoom;
  members: readonly Member[] | undefined;
  /** Retries after the members could not be read. */
  retry: (() => void) | undefined;
}) {
  const { room, members } = props;
  const remove = useRemoval(room);
  const onRemove = room.membershipType === 'direct' ? undefined : remove;
  if (members === undefined)
    return (
      <aside className={styles.panel} aria-label={m.members}>
        {props.retry === undefined ? (
          <Spinner label={m.members} size={20} />
        ) : (
          <div role="alert">
            <p>{m.membersNotRead}</p>
            <Button onClick={props.retry}>{m.retry}</Button>
          </div>
        )}
      </aside>
    );
  const online = members.filter(({ isOnline }) => isOnline);
  const offline = members.filter(({ isOnline }) => !isOnline);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
    <aside className={styles.panel} aria-label={m.members} tabIndex={0}>
      <Section title={m.online({ count: online.length })} members={online} onRemove={onRemove} />
      <Section title={m.offline({ count: offline.length })} members={offline} onRemove={onRemove} />
    </aside>
  );
}
