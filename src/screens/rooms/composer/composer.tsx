import { mdiEmoticonHappyOutline, mdiSend } from '@mdi/js';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import { MAX_MESSAGE_LENGTH } from '#protocol/room.ts';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { m } from '../messages.ts';
import styles from './composer.module.css';
import { roomDrafts } from './room-drafts.ts';

const EmojiPicker = lazyPart(async () => (await import('../emoji/emoji-picker.tsx')).EmojiPicker);

/** From this length on, the number of remaining characters is shown. */
const COUNTED_FROM = MAX_MESSAGE_LENGTH - 1_000;

function obstacleOf(text: string): string | undefined {
  const { length } = trimmedText(text);
  if (length === 0) return m.nothingToSend;
  return length > MAX_MESSAGE_LENGTH ? m.tooLong({ length, most: MAX_MESSAGE_LENGTH }) : undefined;
}

/** Enter sends; Shift+Enter adds a line. */
export function Composer(props: { roomId: string; onSend: (text: string) => void }) {
  const { roomId } = props;
  const id = useId();
  const [text, setText] = useState(() => roomDrafts.read(roomId) ?? '');
  const [withEmoji, setWithEmoji] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const emojiButton = useRef<HTMLButtonElement>(null);
  const { length } = trimmedText(text);
  const obstacle = obstacleOf(text);

  function write(next: string): void {
    setText(next);
    if (next === '') roomDrafts.drop(roomId);
    else roomDrafts.keep(next, roomId);
  }
  function send(): void {
    if (obstacle !== undefined) return;
    props.onSend(text.trim());
    write('');
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends the composition of a word, as in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    send();
  }
  function insert(emoji: string): void {
    const at = field.current;
    const [from, to] = [at?.selectionStart ?? text.length, at?.selectionEnd ?? text.length];
    write(text.slice(0, from) + emoji + text.slice(to));
    setWithEmoji(false);
    requestAnimationFrame(() => {
      at?.focus();
      at?.setSelectionRange(from + emoji.length, from + emoji.length);
    });
  }

  return (
    <div className={styles.composer}>
      <div className={styles.row}>
        <textarea
          ref={field}
          rows={1}
          className={styles.field}
          aria-label={m.composer}
          aria-invalid={length > MAX_MESSAGE_LENGTH}
          aria-describedby={`${id}-limit`}
          placeholder={m.placeholder}
          value={text}
          dir="auto"
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          ref={emojiButton}
          type="button"
          className={styles.emoji}
          aria-label={m.emoji}
          aria-expanded={withEmoji}
          aria-haspopup="dialog"
          data-tip={m.emoji}
          onClick={() => setWithEmoji(!withEmoji)}
        >
          <Icon path={mdiEmoticonHappyOutline} />
        </button>
        <IconButton
          icon={mdiSend}
          look="primary"
          label={m.send}
          disabled={obstacle !== undefined}
          onClick={send}
        />
      </div>
      <p id={`${id}-limit`} className={styles.limit} data-over={length > MAX_MESSAGE_LENGTH} role="status">
        {length > MAX_MESSAGE_LENGTH
          ? m.tooLong({ length, most: MAX_MESSAGE_LENGTH })
          : length >= COUNTED_FROM
            ? m.left({ count: MAX_MESSAGE_LENGTH - length })
            : ''}
      </p>
      {withEmoji ? (
        <Popover label={m.emoji} buttonRef={emojiButton} onClose={() => setWithEmoji(false)}>
          <div className={styles.emojiBox}>
            <EmojiPicker onPick={insert} />
          </div>
        </Popover>
      ) : null}
    </div>
  );
}
