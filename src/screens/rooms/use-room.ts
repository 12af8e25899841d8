/** One open room: its messages, unsent messages, and members. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { liveConnection } from '#live/live-connection.ts';
import { useConnection } from '#live/use-connection.ts';
import { createObservable } from '#protocol/observable.ts';
import type { LiveRoom, RoomPerson } from '#protocol/rest/live-room.ts';
import type { RoomHistoryEntry } from '#protocol/room.ts';
import { roomPeopleQuery } from '#rest/rooms.ts';
import { useAuth } from '#session/session-store.ts';
import type { Outbox } from '#shell/rooms/outbox.ts';
import { outboxes } from '#shell/rooms/outboxes.ts';
import { useObservable } from '#ui/use-observable.ts';
import { openTalks } from './talk/open-talks.ts';
import type { RoomTalk } from './talk/room-talk.ts';

type OpenRoom = { talk: RoomTalk; outbox: Outbox; statuses: Statuses };
type Statuses = ReturnType<typeof createStatuses>;

/** Members who have connected or disconnected since the room was opened, by `personKey`. */
function createStatuses() {
  const store = createObservable<ReadonlyMap<string, boolean>>(new Map());
  return {
    store,
    receive(entries: readonly RoomHistoryEntry[]) {
      const changes = entries.flatMap((entry) =>
        'action' in entry ? [[personKey(entry), entry.action === 'connected'] as const] : [],
      );
      if (changes.length > 0) store.set(new Map([...store.get(), ...changes]));
    },
    /** Called when the platform's list of members is newer. */
    clear: () => store.set(new Map()),
  };
}

const personKey = ({ tutorId, userId }: { tutorId?: string | undefined; userId?: string | undefined }) =>
  tutorId === undefined ? `user ${userId}` : `tutor ${tutorId}`;

/** Joins the room while it is shown, so that the others see the tutor there. */
export function useOpenRoom({ id }: LiveRoom): OpenRoom {
  const { siteId, userId } = useAuth();
  const [open] = useState(
    (): OpenRoom => ({
      talk: openTalks.of(id),
      statuses: createStatuses(),
      outbox: outboxes.of({ siteId, userId }, id),
    }),
  );

  useEffect(() => {
    const leave = liveConnection.joinRoom(id);
    const release = openTalks.hold(id);
    const stop = liveConnection.rooms.onSaid(({ roomId, entries }) => {
      if (roomId === id) open.statuses.receive(entries);
    });
    // Unconfirmed messages may be part of the history.
    const note = () => open.outbox.said(open.talk.state.get().messages.map((message) => message.id));
    const follow = open.talk.state.subscribe(note);
    note();
    return () => {
      follow();
      stop();
      release();
      leave();
    };
  }, [id, open]);

  const isConnected = useConnection().name === 'connected';
  const client = useQueryClient();
  const wasAway = useRef(!isConnected);
  useEffect(() => {
    if (!isConnected) {
      wasAway.current = true;
      return;
    }
    if (!wasAway.current) return;
    // Messages and status changes were missed while disconnected.
    wasAway.current = false;
    open.statuses.clear();
    void client.invalidateQueries({ queryKey: ['room-people', id] });
    void open.talk.readNewest();
  }, [isConnected, open, client, id]);
  return open;
}

export type Member = RoomPerson & { isOnline: boolean; isSelf: boolean };

/** `again`: retries, after the members could not be read. */
export function useMembers(
  room: LiveRoom,
  { store }: Statuses,
): { members: readonly Member[] | undefined; retry: (() => void) | undefined } {
  const { userId } = useAuth();
  const { data, isError, refetch } = useQuery(roomPeopleQuery(room));
  const statuses = useObservable(store);
  const members = useMemo(
    () =>
      data?.map((person): Member => {
        const isSelf = person.kind === 'tutor' && person.id === userId;
        const latest = statuses.get(`${person.kind} ${person.id}`);
        return { ...person, isSelf, isOnline: isSelf || (latest ?? person.active) };
      }),
    [data, statuses, userId],
  );
  return { members, retry: isError ? () => void refetch() : undefined };
}
