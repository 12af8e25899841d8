import { mdiForumOutline, mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { shownText } from '#domain/shown-text.ts';
import type { LiveRoom } from '#protocol/rest/live-room.ts';
import { roomsQuery } from '#rest/rooms.ts';
import { useNarrow } from '#shell/layout/media-query.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { shell } from '#shell/layout/shell-state.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';
import { RoomList } from './room-list.tsx';
import { RoomView } from './room-view.tsx';
import styles from './rooms-screen.module.css';

const NewRoomDialog = lazyDialog(
  m.newRoom,
  async () => (await import('./dialogs/new-room-dialog.tsx')).NewRoomDialog,
);

/** Collapses the navigation while the screen is open, because the list of rooms takes its place. */
function useNarrowNavigation(): void {
  useEffect(() => {
    shell.collapsedHere = true;
    return () => {
      shell.collapsedHere = undefined;
    };
  }, []);
}

export function RoomsScreen() {
  useNarrowNavigation();
  const { roomId } = useParams({ strict: false });
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const { data: rooms, isError, refetch } = useQuery(roomsQuery());
  const [isAdding, setAdding] = useState(false);
  const room = rooms?.find(({ id }) => id === roomId);
  const crumbs = [{ title: m.chatRooms, link: { to: '/rooms' as const } }];
  return (
    <>
      <ScreenHeader
        crumbs={room === undefined ? [{ title: m.chatRooms }] : [...crumbs, { title: shownText(room.name) }]}
      >
        {rooms === undefined || (isNarrow && roomId !== undefined) ? null : (
          <Button needsPlatform icon={mdiPlus} look="primary" onClick={() => setAdding(true)}>
            {m.add}
          </Button>
        )}
      </ScreenHeader>
      {rooms === undefined ? (
        isError ? (
          <EmptyState icon={mdiForumOutline} title={m.notRead}>
            <Button onClick={() => void refetch()}>{m.retry}</Button>
          </EmptyState>
        ) : (
          <Spinner label={m.loading} />
        )
      ) : (
        <div className={styles.screen} data-open={roomId === undefined ? undefined : ''}>
          {rooms.length === 0 ? null : <RoomList rooms={rooms} />}
          <div className={styles.main}>
            <Chosen rooms={rooms} roomId={roomId} room={room} />
          </div>
        </div>
      )}
      {isAdding ? (
        <NewRoomDialog
          onClose={() => setAdding(false)}
          onCreated={(id: string) => {
            // Closes the dialog first, because its unsaved fields would block the navigation.
            flushSync(() => setAdding(false));
            void navigate({ to: '/rooms/$roomId', params: { roomId: id } });
          }}
        />
      ) : null}
    </>
  );
}

function Chosen(props: {
  rooms: readonly LiveRoom[];
  roomId: string | undefined;
  room: LiveRoom | undefined;
}) {
  const navigate = useNavigate();
  if (props.room !== undefined) return <RoomView key={props.room.id} room={props.room} />;
  if (props.roomId !== undefined)
    return (
      <EmptyState icon={mdiForumOutline} title={m.gone}>
        <Button onClick={() => void navigate({ to: '/rooms' })}>{m.backToRooms}</Button>
      </EmptyState>
    );
  return props.rooms.length === 0 ? (
    <EmptyState icon={mdiForumOutline} title={m.none} text={m.noneText} />
  ) : (
    <EmptyState icon={mdiForumOutline} title={m.select} />
  );
}
