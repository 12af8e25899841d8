/** Follows the tutor's chat rooms on every screen: counts unread messages and sends waiting ones. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { liveConnection } from '#live/live-connection.ts';
import { createObservable } from '#protocol/observable.ts';
import { readRoomHistory, roomsQuery } from '#rest/rooms.ts';
import { useAuth } from '#session/session-store.ts';
import { useObservable } from '#ui/use-observable.ts';
import { m } from '../messages.ts';
import { whenResting } from '../start/when-resting.ts';
import { toasts } from '../toasts/toasts.ts';
import type { UnsaidMessage } from './outbox.ts';
import { createUnread, MAX_UNREAD, type Unread, unreadKey } from './unread.ts';

/** The store of the session; undefined until the page is idle. */
const unread = createObservable<Unread | undefined>(undefined);
const NONE: Readonly<Record<string, number>> = {};
const counts = createObservable(NONE);

/** The broker has the subscriptions by then. */
const DELAY_MS = 3_000;

/** Room news are not urgent when the console opens. */
function useIsAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    whenResting(() => setAtRest(true), stop.signal);
    return () => stop.abort();
  }, []);
  return isAtRest;
}

/** Called once, by the layout of the console. */
export function useRoomNews(): void {
  const { siteId, userId } = useAuth();
  const isAtRest = useIsAtRest();
  const { data: rooms, refetch } = useQuery({ ...roomsQuery(), enabled: isAtRest });
  const roomIds = rooms
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
    // The browser may discard the page without a further event.
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

  // Messages sent between the fetch of the list and the subscription are in neither of the two.
  useEffect(() => {
    if (roomIds === undefined || roomIds === '') return;
    const timer = setTimeout(() => void refetch(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [roomIds, refetch]);

  useEffect(() => {
    if (rooms === undefined || current === undefined) return;
    const ids = rooms.map(({ id }) => id).sort();
    liveConnection.rooms.listenTo(ids);
    current
      .follow(rooms, (id, afterMs) => readRoomHistory(id, { limit: MAX_UNREAD, afterMs }))
      .catch((error: unknown) => console.warn('unread messages', error));
  }, [rooms, current]);

  useEffect(() => {
    if (rooms === undefined) return;
    const ids = rooms.map(({ id }) => id);
    let isOver = false;
    // Loaded when the page is idle, because few tabs have waiting messages.
    import('./outboxes.ts')
      .then(({ outboxes }) => {
        if (!isOver) notifyUnsent(outboxes.follow({ siteId, userId }, ids));
      })
      .catch((error: unknown) => console.warn('messages that were not said yet', error));
    return () => {
      isOver = true;
    };
  }, [rooms, siteId, userId]);
}

/** The length of a displayed message, for a tutor who wants to write it again elsewhere. */
const MAX_SHOWN = 300;

function notifyUnsent(messages: readonly UnsaidMessage[]): void {
  for (const { message } of messages)
    toasts.show({
      type: 'error',
      title: m.notSaid,
      text: m.notSaidText({ message: shownText(message, MAX_SHOWN) }),
      closable: true,
    });
}

export const useRoomUnread = (): Unread | undefined => useObservable(unread);

export const useUnreadCounts = (): Readonly<Record<string, number>> => useObservable(counts);
