import { mdiAccountMultipleOutline, mdiAccountPlusOutline, mdiArrowLeft, mdiDotsVertical } from '@mdi/js';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { LiveRoom } from '#protocol/rest/live-room.ts';
import { useNarrow } from '#shell/layout/media-query.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem } from '#ui/overlay/menu.tsx';
import { Composer } from './composer/composer.tsx';
import { MembersPanel } from './members-panel.tsx';
import { m } from './messages.ts';
import { openOnDevices } from './open-on-devices.ts';
import styles from './room-view.module.css';
import { MessageList } from './talk/message-list.tsx';
import { useMembers, useOpenRoom } from './use-room.ts';

const EditRoomDialog = lazyDialog(
  m.editRoom,
  async () => (await import('./dialogs/edit-room-dialog.tsx')).EditRoomDialog,
);
const InviteDialog = lazyDialog(
  m.invite,
  async () => (await import('./dialogs/invite-dialog.tsx')).InviteDialog,
);
const CloseRoomDialog = lazyDialog(
  m.closeRoom,
  async () => (await import('./dialogs/close-room-dialog.tsx')).CloseRoomDialog,
);

type Opened = 'none' | 'edit' | 'invite' | 'close';

export function RoomView(props: { room: LiveRoom }) {
  const { room } = props;
  const { talk, outbox, statuses } = useOpenRoom(room);
  const { members, retry } = useMembers(room, statuses);
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState<Opened>('none');
  const [withMembers, setWithMembers] = useState(!isNarrow);
  const close = () => setOpened('none');
  return (
    <div className={styles.room}>
      <div className={styles.top}>
        {isNarrow ? (
          <IconButton
            icon={mdiArrowLeft}
            label={m.backToRooms}
            onClick={() => void navigate({ to: '/rooms' })}
          />
        ) : null}
        <h2 className={styles.name}>
          <bdi>{shownText(room.name) || m.someone}</bdi>
        </h2>
        <IconButton
          icon={mdiAccountMultipleOutline}
          label={withMembers ? m.hideMembers : m.showMembers}
          aria-expanded={withMembers}
          onClick={() => setWithMembers(!withMembers)}
        />
        {room.membershipType === 'direct' ? null : (
          <Button
            icon={mdiAccountPlusOutline}
            compact
            disabled={members === undefined}
            onClick={() => setOpened('invite')}
          >
            {m.invite}
          </Button>
        )}
        <Menu
          label={m.roomMenu}
          tip={m.roomMenu}
          buttonClassName={styles.menu}
          button={<Icon path={mdiDotsVertical} />}
        >
          <MenuItem onSelect={() => openOnDevices(room, members ?? [])}>{m.openOnDevices}</MenuItem>
          {room.membershipType === 'chat room' ? (
            <MenuItem onSelect={() => setOpened('edit')}>{m.editRoom}</MenuItem>
          ) : null}
          <MenuItem onSelect={() => setOpened('close')}>{m.closeRoom}</MenuItem>
        </Menu>
      </div>
      <div className={styles.body} data-members={withMembers ? '' : undefined}>
        <div className={styles.talk}>
          <MessageList roomId={room.id} talk={talk} outbox={outbox} />
          <Composer roomId={room.id} onSend={outbox.write} />
        </div>
        {withMembers ? <MembersPanel room={room} members={members} retry={retry} /> : null}
      </div>
      {opened === 'edit' ? <EditRoomDialog room={room} onClose={close} /> : null}
      {opened === 'invite' ? <InviteDialog room={room} people={members ?? []} onClose={close} /> : null}
      {opened === 'close' ? <CloseRoomDialog room={room} onClose={close} /> : null}
    </div>
  );
}
