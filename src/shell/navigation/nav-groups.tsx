import { mdiChevronDown, mdiChevronRight, mdiStar, mdiViewGridOutline } from '@mdi/js';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { Icon } from '#ui/icon/icon.tsx';
import { GroupTypeIcon } from '../groups/group-type-icon.tsx';
import { useVisibleGroups } from '../groups/visible-groups.ts';
import { shell } from '../layout/shell-state.ts';
import { m } from '../messages.ts';
import styles from './side-navigation.module.css';

/** The item Groups: an expandable list, favourites first. In the rail, it opens the group switcher. */
export function NavGroups(props: { isRail: boolean }) {
  const { groupsExpanded } = useSnapshot(shell);
  const { groups, favourites, isKnown } = useVisibleGroups();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each may change the open group or its visibility
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, groupsExpanded, isKnown]);
  if (props.isRail) {
    return (
      <li>
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={openSwitcher}>
          <Icon path={mdiViewGridOutline} size={22} />
          <span className={styles.title}>{m.groups}</span>
        </button>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-expanded={groupsExpanded}
        aria-controls={id}
        onClick={() => {
          shell.groupsExpanded = !shell.groupsExpanded;
        }}
      >
        <Icon path={mdiViewGridOutline} size={22} />
        <span className={styles.title}>{m.groups}</span>
        <Icon path={groupsExpanded ? mdiChevronDown : mdiChevronRight} />
      </button>
      <ul ref={list} id={id} className={styles.groups} hidden={!groupsExpanded}>
        {groups.map((group) => (
          <li key={group.id}>
            <Link
              to="/group/$groupId"
              params={{ groupId: group.id }}
              className={styles.group}
              data-tip={group.title.length > 22 ? group.title : undefined}
            >
              <GroupTypeIcon group={group} />
              <span className={styles.title}>{group.title}</span>
              {favourites.has(group.id) ? (
                <Icon path={mdiStar} size={14} label={m.favourite} className={styles.star} />
              ) : null}
            </Link>
          </li>
        ))}
        {isKnown && groups.length === 0 ? <li className={styles.noGroups}>{m.noGroups}</li> : null}
      </ul>
    </li>
  );
}

function openSwitcher() {
  shell.dialog = 'group-switcher';
}
