import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { type LiveRoom, ROOM_KINDS, type RoomKind } from '#protocol/rest/live-room.ts';
import { UnreadBadge } from '#shell/rooms/unread-badge.tsx';
import { m } from './messages.ts';
import styles from './room-list.module.css';
import { openTalks } from './talk/open-talks.ts';

/** The rooms of this tutor, by kind. */
export function RoomList(props: { rooms: readonly LiveRoom[] }) {
  return (
    <nav aria-label={m.rooms} className={styles.rooms}>
      {ROOM_KINDS.map((kind) => (
        <Category
          key={kind}
          kind={kind}
          rooms={props.rooms
            .filter(({ membershipType }) => membershipType === kind)
            .sort((a, b) => a.name.localeCompare(b.name))}
        />
      ))}
    </nav>
  );
}

function Category(props: { kind: RoomKind; rooms: readonly LiveRoom[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.category}>
        {m.categories[props.kind]}
      </h2>
      {props.rooms.length === 0 ? <p className={styles.none}>{m.categoryEmpty}</p> : null}
      <ul className={styles.list}>
        {props.rooms.map((room) => (
          <li key={room.id}>
            <Link
              to="/rooms/$roomId"
              params={{ roomId: room.id }}
              className={styles.room}
              onPointerDown={() => openTalks.begin(room.id)}
              onClick={() => openTalks.begin(room.id)}
            >
              <bdi className={styles.name}>{shownText(room.name) || m.someone}</bdi>
              <UnreadBadge roomId={room.id} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
