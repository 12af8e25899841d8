/**
 * The chat rooms of this tutor are heard, wherever in the console the tutor is: what is new in them is counted, and what was
 * written there goes out.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { createObservable } from '#protocol/observable.ts';
import { liveConnection } from '../../live/live-connection.ts';
import { readRoomHistory, roomsQuery } from '../../rest/rooms.ts';
import { useAuth } from '../../session/session-store.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { m } from '../messages.ts';
import { whenResting } from '../start/when-resting.ts';
import { toasts } from '../toasts/toasts.ts';
import type { UnsaidMessage } from './outbox.ts';
import { createUnread, MOST_COUNTED, type Unread, unreadKey } from './unread.ts';

/** That of the session; undefined until the page has come to rest. */
const unread = createObservable<Unread | undefined>(undefined);
const NONE: Readonly<Record<string, number>> = {};
const counts = createObservable(NONE);

/** By then the broker has the subscriptions. */
const SUBSCRIBED_MS = 3_000;

/** Nobody waits for it when the console opens. */
function useIsAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    whenResting(() => setAtRest(true), stop.signal);
    return () => stop.abort();
  }, []);
  return isAtRest;
}

/** For the layout of the console alone. */
export function useRoomNews(): void {
  const { siteId, userId } = useAuth();
  const isAtRest = useIsAtRest();
  const { data: rooms, refetch } = useQuery({ ...roomsQuery(), enabled: isAtRest });
  const heard = rooms
    ?.map(({ id }) => id)
    .sort()
    .join(' ');
  const current = useObservable(unread);

  useEffect(() => {
    const key = unreadKey(siteId, userId);
    const store = createUnread({
      key,
      selfId: userId,
      storage: () => localStorage,
      channel: new BroadcastChannel(key),
    });
    const stopCounts = store.counts.subscribe(() => counts.set(store.counts.get()));
    counts.set(store.counts.get());
    const stopHearing = liveConnection.rooms.onSaid(({ roomId, entries }) => store.heard(roomId, entries));
    // The page may be put away without another word.
    const leave = () => store.save();
    addEventListener('pagehide', leave);
    unread.set(store);
    return () => {
      removeEventListener('pagehide', leave);
      stopHearing();
      stopCounts();
      store.stop();
      unread.set(undefined);
      counts.set(NONE);
      liveConnection.rooms.listenTo([]);
    };
  }, [siteId, userId]);

  // What was said after the list was read and before the broker had the subscriptions is in neither of the two.
  useEffect(() => {
    if (heard === undefined || heard === '') return;
    const timer = setTimeout(() => void refetch(), SUBSCRIBED_MS);
    return () => clearTimeout(timer);
  }, [heard, refetch]);

  useEffect(() => {
    if (rooms === undefined || current === undefined) return;
    const ids = rooms.map(({ id }) => id).sort();
    liveConnection.rooms.listenTo(ids);
    current
      .follow(rooms, (id, afterMs) => readRoomHistory(id, { limit: MOST_COUNTED, afterMs }))
      .catch((error: unknown) => console.warn('unread messages', error));
  }, [rooms, current]);

  useEffect(() => {
    if (rooms === undefined) return;
    const ids = rooms.map(({ id }) => id);
    let isOver = false;
    // It comes when the page is at rest: few tabs have anything that waits to be said.
    import('./outboxes.ts')
      .then(({ outboxes }) => {
        if (!isOver) tellUnsaid(outboxes.follow({ siteId, userId }, ids));
      })
      .catch((error: unknown) => console.warn('messages that were not said yet', error));
    return () => {
      isOver = true;
    };
  }, [rooms, siteId, userId]);
}

/** So much of a message is shown to whoever wants to write it again elsewhere. */
const MAX_SHOWN = 300;

function tellUnsaid(messages: readonly UnsaidMessage[]): void {
  for (const { message } of messages)
    toasts.show({
      type: 'error',
      title: m.notSaid,
      text: m.notSaidText({ message: shownText(message, MAX_SHOWN) }),
      closable: true,
    });
}

export const useRoomUnread = (): Unread | undefined => useObservable(unread);

/** By room: how many messages the tutor has not seen. */
export const useUnreadCounts = (): Readonly<Record<string, number>> => useObservable(counts);
