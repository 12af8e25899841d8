import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageParts } from '#domain/rooms/message-parts.ts';
import { shownText } from '#domain/shown-text.ts';
import { clockTime } from '#domain/time-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { MAX_MESSAGE_LENGTH } from '#protocol/room.ts';
import type { OpenRoom } from '../../core/device-state.ts';
import { Button } from '../kit/button.tsx';
import { Actions, Dimmed, Panel } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { Reply, StudentCalls } from '../student-state.ts';
import styles from './room-panels.module.css';

type RoomCalls = Pick<StudentCalls, 'leaveRoom' | 'sendInRoom' | 'resendInRoom'>;

/** The chat rooms that tutors opened on this device. */
export function RoomPanels(props: { rooms: readonly OpenRoom[]; isOnline: boolean; calls: RoomCalls }) {
  return props.rooms.map((room) => (
    <RoomPanel key={room.roomId} room={room} isOnline={props.isOnline} calls={props.calls} />
  ));
}

function RoomPanel(props: { room: OpenRoom; isOnline: boolean; calls: RoomCalls }) {
  const { room, calls } = props;
  const { roomId, messages, unsent = [] } = room;
  const count = messages.length + unsent.length;
  const list = useEndInSight([messages.at(-1)?.id, unsent.at(-1)?.id].join(' '), unsent.length > 0);
  return (
    <Panel title={shownText(room.name ?? '', 80) || m.messages}>
      {count === 0 ? (
        <Dimmed>{room.mayWrite === undefined ? m.readingMessages : m.noMessages}</Dimmed>
      ) : (
        <ul
          ref={list.ref}
          onScroll={list.onScroll}
          className={styles.messages}
          aria-live="polite"
          aria-label={m.messages}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a list that scrolls
          tabIndex={0}
        >
          {messages.map(({ id, name, message, sentTime, isOwn }) => (
            <li key={id} data-own={isOwn}>
              <p className={styles.sender}>
                <bdi>{isOwn ? m.you : shownText(name, 80) || m.unknownSender}</bdi>
                {sentTime === undefined ? null : <span className={styles.time}> {clockTime(sentTime)}</span>}
              </p>
              <MessageText text={message} />
            </li>
          ))}
          {unsent.map(({ id, message, sending }) => (
            <li key={id} data-own="true" data-unsent={sending}>
              <MessageText text={message} />
              {sending === 'failed' ? (
                <div className={styles.failed}>
                  {m.notSent}{' '}
                  <Button onClick={() => void calls.resendInRoom(roomId, id)}>{m.sendAgain}</Button>
                </div>
              ) : (
                <p className={styles.sender}>{props.isOnline ? m.sendingMessage : m.waitsForConnection}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {room.mayWrite === false ? (
        <Dimmed>{m.teacherBegins}</Dimmed>
      ) : (
        <Writing onSend={(text) => calls.sendInRoom(roomId, text)} />
      )}
      <Actions>
        <Button onClick={() => void calls.leaveRoom(roomId)}>{m.closeRoom}</Button>
      </Actions>
    </Panel>
  );
}

/** Within this distance from the end the list scrolls to new messages. */
const AT_END_PX = 48;

/** Keeps a list at its end while that is visible, or if `isOwn`: the student has just written. */
function useEndInSight(newest: string, isOwn: boolean) {
  const ref = useRef<HTMLUListElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message triggers the scroll
  useEffect(() => {
    const box = ref.current;
    if (box !== null && (isAtEnd.current || isOwn)) box.scrollTop = box.scrollHeight;
  }, [newest]);
  const onScroll = () => {
    const box = ref.current;
    if (box !== null) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX;
  };
  return { ref, onScroll };
}

/** Renders a person's message. Only the addresses of web pages become links. */
function MessageText(props: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {messageParts(props.text).map(({ text, href }, at) =>
        href === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
          <a key={at} href={href} target="_blank" rel="noopener noreferrer">
            <bdi>{text}</bdi>
          </a>
        ),
      )}
    </p>
  );
}

/** Enter sends; Shift+Enter inserts a new line. */
function Writing(props: { onSend: (text: string) => Reply<boolean> }) {
  const id = useId();
  const [text, setText] = useState('');
  const { length } = trimmedText(text);
  const isTooLong = length > MAX_MESSAGE_LENGTH;
  const send = async () => {
    if (length === 0 || isTooLong || !(await props.onSend(text))) return;
    // Keeps what the student has typed while the message was on its way.
    setText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={styles.writing}>
      <textarea
        className={styles.field}
        rows={2}
        aria-label={m.writeMessage}
        aria-invalid={isTooLong}
        aria-describedby={id}
        placeholder={m.writeMessage}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id={id} className={styles.failed} role="status">
        {isTooLong ? m.messageTooLong({ length, most: MAX_MESSAGE_LENGTH }) : ''}
      </p>
      <Button look="primary" isDisabled={length === 0 || isTooLong} onClick={() => void send()}>
        {m.sendMessage}
      </Button>
    </div>
  );
}
