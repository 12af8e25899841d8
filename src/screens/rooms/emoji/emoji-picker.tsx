import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from '../messages.ts';
import { type Emoji, readEmoji, searchEmoji } from './emoji-list.ts';
import styles from './emoji-picker.module.css';

/** Emoji per row, equal to `emoji-picker.module.css`. */
const COLUMNS = 8;

type List = { name: 'reading' } | { name: 'failed' } | { name: 'read'; all: readonly Emoji[] };

function useEmoji() {
  const [list, setList] = useState<List>({ name: 'reading' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again
  useEffect(() => {
    let isCurrent = true;
    setList({ name: 'reading' });
    readEmoji().then(
      (all) => isCurrent && setList({ name: 'read', all }),
      (error: unknown) => {
        console.warn('emoji', error);
        if (isCurrent) setList({ name: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [tries]);
  return { list, retry: () => setTries((count) => count + 1) };
}

/** A search field, and the emoji by group. Tab reaches one emoji, and the arrow keys move from there. */
export function EmojiPicker(props: { onPick: (emoji: string) => void }) {
  const { list, retry } = useEmoji();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field exists once the list is read
  useEffect(() => field.current?.focus(), [list.name]);
  if (list.name === 'reading') return <Spinner label={m.emojiLoading} size={20} />;
  if (list.name === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>{m.emojiNotRead}</p>
        <Button onClick={retry}>{m.retry}</Button>
      </div>
    );
  return (
    <div className={styles.picker}>
      <SearchField ref={field} label={m.emojiSearch} value={search} onChange={setSearch} />
      <EmojiGrid all={list.all} search={search} onPick={props.onPick} />
    </div>
  );
}

function EmojiGrid(props: { all: readonly Emoji[]; search: string; onPick: (emoji: string) => void }) {
  const { all, search, onPick } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState(0);
  const found = useMemo(() => searchEmoji(all, search), [all, search]);
  const groups = useMemo(() => byGroup(found), [found]);
  const active = Math.min(position, found.length - 1);

  const atOf = (target: EventTarget) =>
    Number((target as Element).closest<HTMLElement>('[data-at]')?.dataset.at);
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: COLUMNS,
      ArrowUp: -COLUMNS,
      Home: -found.length,
      End: found.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(active + step, found.length - 1));
    setPosition(to);
    ref.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
  }
  function onClick(event: MouseEvent): void {
    const emoji = found[atOf(event.target)];
    if (emoji !== undefined) onPick(emoji.text);
  }

  if (found.length === 0) return <p className={styles.none}>{m.emojiNone}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside receive the presses and keys
    <div ref={ref} className={styles.groups} onKeyDown={onKeyDown} onClick={onClick}>
      {groups.map(({ name, first, emoji }) => (
        <section key={name} aria-label={name} className={styles.group}>
          <h3 className={styles.heading}>{name}</h3>
          <div className={styles.grid}>
            {emoji.map((each, index) => (
              <button
                key={each.text}
                type="button"
                className={styles.emoji}
                data-at={first + index}
                tabIndex={first + index === active ? 0 : -1}
                aria-label={each.name}
                title={each.name}
              >
                {each.text}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function byGroup(found: readonly Emoji[]) {
  const groups: { name: string; first: number; emoji: Emoji[] }[] = [];
  for (const [at, emoji] of found.entries()) {
    const last = groups.at(-1);
    if (last?.name === emoji.group) last.emoji.push(emoji);
    else groups.push({ name: emoji.group, first: at, emoji: [emoji] });
  }
  return groups;
}
