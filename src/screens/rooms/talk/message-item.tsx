import { memo } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { messageParts } from '#domain/rooms/message-parts.ts';
import { clockTime } from '#domain/time-text.ts';
import type { RoomMessage } from '#protocol/room.ts';
import type { UnsaidMessage } from '#shell/rooms/outbox.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { m } from '../messages.ts';
import styles from './message-item.module.css';

/** Text from people: only web addresses are interpreted. Its direction does not affect text beside it. */
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

export const MessageItem = memo(function MessageItem(props: { message: RoomMessage; isOwn: boolean }) {
  const { name, tutorName, userName, picture, message, sentTime, id } = props.message;
  const author = name ?? tutorName ?? userName ?? m.someone;
  return (
    <article className={styles.message} data-own={props.isOwn} data-message={id}>
      <Avatar name={author} picture={picture} />
      <div className={styles.body}>
        <p className={styles.head}>
          <bdi className={styles.author}>{shownName(author, 80)}</bdi>{' '}
          <time dateTime={new Date(sentTime).toISOString()}>{clockTime(sentTime)}</time>
        </p>
        <MessageText text={message} />
      </div>
    </article>
  );
});

/** A message that is written, but not confirmed by the room yet. */
export function UnsaidItem(props: {
  entry: UnsaidMessage;
  isConnected: boolean;
  onAgain: () => void;
  onDiscard: () => void;
}) {
  const { message, sending } = props.entry;
  return (
    <article className={styles.message} data-own="true" data-unsaid={sending}>
      <div className={styles.body}>
        <MessageText text={message} />
        {sending === 'waits' ? (
          <p className={styles.state} role="status">
            {props.isConnected ? m.sending : m.waits}
          </p>
        ) : (
          <div className={styles.failed} role="alert">
            {m.failed}
            <span className={styles.choices}>
              <Button onClick={props.onAgain}>{m.sendAgain}</Button>
              <Button onClick={props.onDiscard}>{m.discard}</Button>
            </span>
          </div>
        )}
      </div>
    </article>
  );
}
