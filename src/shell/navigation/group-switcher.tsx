import { mdiCheck, mdiMagnify, mdiStar } from '@mdi/js';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { searchGroups } from '#domain/groups/group-search.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { GroupTypeIcon } from '../groups/group-type-icon.tsx';
import { useVisibleGroups } from '../groups/visible-groups.ts';
import { m } from '../messages.ts';
import styles from './group-switcher.module.css';

/** Ctrl/Cmd+G: find a group by typing. A combobox with its list always open. */
export function GroupSwitcher(props: { onClose: () => void }) {
  const { groups, favourites } = useVisibleGroups();
  const navigate = useNavigate();
  const [, realm, openId] = useLocation().pathname.split('/');
  const isOpenNow = (groupId: string) => realm === 'group' && openId === encodeURIComponent(groupId);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = useMemo(() => searchGroups(groups, query, favourites), [groups, query, favourites]);
  const at = Math.min(chosen, found.length - 1);

  useEffect(() => {
    listRef.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const open = (groupId: string) => {
    props.onClose();
    void navigate({ to: '/group/$groupId', params: { groupId } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const to: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setChosen(Math.max(0, next));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const group = found[at];
      if (group !== undefined) open(group.id);
    }
  };

  return (
    <Dialog label={m.groupSwitcher} width="44rem" closeLabel={m.close} onClose={props.onClose}>
      <div className={styles.search}>
        <Icon path={mdiMagnify} className={styles.magnifier} />
        <input
          autoFocus
          type="text"
          role="combobox"
          className={styles.input}
          placeholder={m.searchGroups}
          aria-label={m.searchGroups}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length === 0 ? (
        <p role="status" className={styles.none}>
          {m.noMatchingGroups}
        </p>
      ) : (
        <div
          ref={listRef}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={m.groups}
          className={styles.list}
        >
          {found.map((group, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
            <div
              key={group.id}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              className={styles.option}
              onClick={() => open(group.id)}
              onPointerMove={() => i !== at && setChosen(i)}
            >
              <GroupTypeIcon group={group} />
              <span className={styles.title}>{group.title}</span>
              {isOpenNow(group.id) ? <Icon path={mdiCheck} size={16} label={m.openNow} /> : null}
              {favourites.has(group.id) ? (
                <Icon path={mdiStar} size={16} label={m.favourite} className={styles.star} />
              ) : null}
            </div>
          ))}
        </div>
      )}
    </Dialog>
  );
}
