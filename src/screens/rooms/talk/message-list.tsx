import { mdiArrowDown } from '@mdi/js';
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayWords, isSameDay } from '#domain/rooms/day-words.ts';
import { useConnection } from '#live/use-connection.ts';
import type { RoomMessage } from '#protocol/room.ts';
import { platformNow } from '#session/platform-time.ts';
import { useAuth } from '#session/session-store.ts';
import type { Outbox } from '#shell/rooms/outbox.ts';
import { useRoomUnread } from '#shell/rooms/room-news.ts';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { m } from '../messages.ts';
import { MessageItem, UnsaidItem } from './message-item.tsx';
import styles from './message-list.module.css';
import type { RoomTalk, TalkState } from './room-talk.ts';

/** Distance from the top at which earlier messages are loaded, before the reader gets there. */
const READ_EARLIER_PX = 600;
/** Distance from the end within which new messages are followed. */
const AT_END_PX = 48;
/** Time after opening a room until pictures and fonts have their final size. */
const DELAY_MS = 1_000;

/** Messages after this time were unread when the room became visible. While visible, all count as read. */
function useNewAfter(roomId: string): number | undefined {
  const unread = useRoomUnread();
  const [after, setAfter] = useState<number>();
  useEffect(() => {
    if (unread === undefined) return;
    let close: (() => void) | undefined;
    const follow = () => {
      if (document.hidden) {
        close?.();
        close = undefined;
      } else if (close === undefined) {
        if ((unread.counts.get()[roomId] ?? 0) > 0) setAfter(unread.seenUpTo(roomId));
        close = unread.open(roomId);
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close?.();
    };
  }, [unread, roomId]);
  return after;
}

/** Keeps the scroll position while earlier messages are added, and follows the end if it is visible. */
function usePlace(ref: RefObject<HTMLDivElement | null>, { messages, isKnown }: TalkState, unsaid: number) {
  const first = messages[0]?.id;
  const last = messages.at(-1)?.id;
  const place = useRef({ first, fromEnd: 0, isAtEnd: true });
  const [isAtEnd, setAtEnd] = useState(true);

  const note = () => {
    const box = ref.current;
    if (box === null) return;
    place.current.fromEnd = box.scrollHeight - box.scrollTop;
    place.current.isAtEnd = place.current.fromEnd - box.clientHeight <= AT_END_PX;
    setAtEnd(place.current.isAtEnd);
  };
  const toEnd = () => {
    const box = ref.current;
    if (box !== null) box.scrollTop = box.scrollHeight;
    note();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages were added
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const before = place.current;
    if (before.isAtEnd) box.scrollTop = box.scrollHeight;
    // Only messages added at the top move the visible ones.
    else if (before.first !== first) box.scrollTop = box.scrollHeight - before.fromEnd;
    before.first = first;
    note();
  }, [first, last, unsaid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the newest page has been read
  useEffect(() => {
    if (!isKnown) return;
    const timer = setTimeout(() => {
      // Content that grew meanwhile has not scrolled: only a reader leaves the end.
      if (place.current.isAtEnd) toEnd();
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);

  return { isAtEnd, toEnd, note };
}

export function MessageList(props: { roomId: string; talk: RoomTalk; outbox: Outbox }) {
  const { talk, outbox } = props;
  const state = useObservable(talk.state);
  const unsaid = useObservable(outbox.entries);
  const isConnected = useConnection().name === 'connected';
  const newAfter = useNewAfter(props.roomId);
  const ref = useRef<HTMLDivElement>(null);
  const place = usePlace(ref, state, unsaid.length);
  const { messages, reading, hasEarlier, isKnown } = state;

  const readIfNear = () => {
    const box = ref.current;
    if (box !== null && hasEarlier && reading === 'no' && box.scrollTop < READ_EARLIER_PX)
      void talk.readEarlier();
  };
  // A page of messages may be shorter than the window.
  useEffect(readIfNear);

  return (
    <div className={styles.place}>
      <div
        ref={ref}
        role="log"
        aria-label={m.history}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
        tabIndex={0}
        className={styles.messages}
        onScroll={() => {
          place.note();
          readIfNear();
        }}
      >
        <Reading reading={reading} isKnown={isKnown} onRetry={() => void talk.readEarlier()} />
        {isKnown && messages.length === 0 && unsaid.length === 0 ? (
          <p className={styles.empty}>{m.noMessages}</p>
        ) : null}
        <Messages messages={messages} newAfter={newAfter} />
        {unsaid.map((entry) => (
          <UnsaidItem
            key={entry.id}
            entry={entry}
            isConnected={isConnected}
            onAgain={() => outbox.again(entry.id)}
            onDiscard={() => outbox.discard(entry.id)}
          />
        ))}
      </div>
      {place.isAtEnd ? null : (
        <div className={styles.toEnd}>
          <IconButton icon={mdiArrowDown} look="primary" label={m.toNewest} onClick={place.toEnd} />
        </div>
      )}
    </div>
  );
}

function Reading(props: { reading: TalkState['reading']; isKnown: boolean; onRetry: () => void }) {
  if (props.reading === 'failed')
    return (
      <p className={styles.failed} role="alert">
        {m.earlierFailed} <Button onClick={props.onRetry}>{m.retry}</Button>
      </p>
    );
  const isReading = props.reading === 'earlier' || (props.reading === 'newest' && !props.isKnown);
  return isReading ? (
    <div className={styles.reading}>
      <Spinner label={m.readingEarlier} size={20} />
    </div>
  ) : null;
}

function Messages(props: { messages: readonly RoomMessage[]; newAfter: number | undefined }) {
  const { messages, newAfter } = props;
  const { userId } = useAuth();
  const now = platformNow();
  const firstNew =
    newAfter === undefined
      ? undefined
      : messages.find(({ sentTime, tutorId }) => sentTime > newAfter && tutorId !== userId)?.id;
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const isNewDay = before === undefined || !isSameDay(before.sentTime, message.sentTime);
    return (
      <Fragment key={message.id}>
        {isNewDay ? <Divider text={dayWords(message.sentTime, now)} /> : null}
        {message.id === firstNew ? <Divider text={m.newDivider} isNew /> : null}
        <Boundary kind="row">
          <MessageItem message={message} isOwn={message.tutorId === userId} />
        </Boundary>
      </Fragment>
    );
  });
}

const Divider = (props: { text: string; isNew?: boolean }) => (
  <p className={styles.divider} data-new={props.isNew}>
    <span>{props.text}</span>
  </p>
);
