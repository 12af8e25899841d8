import { mdiPencilOutline, mdiSync, mdiTrashCanOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { dayAndTime } from '#domain/time-text.ts';
import { syncedText } from '#features/group-members/synced-text.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupCount } from '#protocol/rest/group-counts.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { groupsQuery } from '#rest/groups.ts';
import { useWrite } from '#rest/use-write.ts';
import { FavouriteStar } from '#shell/groups/favourite-star.tsx';
import { groupTypeTitle } from '#shell/groups/group-type.ts';
import { GroupTypeIcon } from '#shell/groups/group-type-icon.tsx';
import { toasts } from '#shell/toasts/toasts.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { GroupRest } from './group-rest.ts';
import styles from './groups-screen.module.css';
import { m } from './messages.ts';

/** Syncs the members from the group's directory, and reports the result. */
function useSync(group: Group) {
  const rest = useContext(GroupRest);
  const client = useQueryClient();
  const write = useWrite({
    send: () => rest.sync(group.id),
    changed: { queryKey: ['groups'] },
    show: (cache, _, synced) =>
      cache.setQueryData(groupsQuery().queryKey, (groups) =>
        groups?.map((each) => (each.id === synced.id ? synced : each)),
      ),
  });
  async function sync(): Promise<void> {
    if (write.isPending) return;
    const name = shownName(group.title, 60);
    let changes = { added: 0, removed: 0 };
    try {
      changes = (await write.mutateAsync()).synced ?? changes;
    } catch (error) {
      const text = `${m.notSynced({ name })} ${failureText(error)}`;
      toasts.show({ type: 'error', text, closable: true });
      return;
    }
    const members = await client
      .fetchQuery(groupMembersQuery(group.id))
      .then(({ length: count }) => syncedText({ count, ...changes }))
      .catch(() => undefined);
    toasts.show({ type: 'success', text: m.synced({ name, members }) });
  }
  return { sync, isSyncing: write.isPending };
}

function GroupMenu(props: { group: Group; isMaintainer: boolean; onEdit: () => void; onDelete: () => void }) {
  const { group, isMaintainer } = props;
  const { sync, isSyncing } = useSync(group);
  const isImported = Boolean(group.integrationId);
  if (!isMaintainer && !isImported) return null;
  const icon = (path: string) => <Icon path={path} size={18} />;
  const name = shownName(group.title, 60);
  const label = m.menuOf({ name });
  return (
    <>
      {isSyncing ? <Spinner label={m.syncing({ name })} size={18} isInline /> : null}
      <RowMenu label={label}>
        {isMaintainer ? (
          <MenuItem icon={icon(mdiPencilOutline)} onSelect={props.onEdit}>
            {m.edit}
          </MenuItem>
        ) : null}
        {isImported ? (
          <MenuItem needsPlatform icon={icon(mdiSync)} isIdle={isSyncing} onSelect={() => void sync()}>
            {m.sync}
          </MenuItem>
        ) : null}
        {isMaintainer ? (
          <>
            <MenuSeparator />
            <MenuItem icon={icon(mdiTrashCanOutline)} onSelect={props.onDelete}>
              {m.remove}
            </MenuItem>
          </>
        ) : null}
      </RowMenu>
    </>
  );
}

/** An invalid time counts as none. */
function sourceText(course: string, lastSync: string | undefined): string {
  const at = Date.parse(lastSync ?? '');
  const when = Number.isNaN(at) ? m.neverSynced : m.lastSync({ when: dayAndTime(at) });
  return `${m.from({ course: shownName(course, 80) })} · ${when}`;
}

const countText = (count: number | undefined) => (count === undefined ? m.unknownCount : m.count({ count }));

export function GroupRow(props: {
  group: Group;
  isFavourite: boolean;
  isMaintainer: boolean;
  /** Undefined while unknown. */
  count: GroupCount | undefined;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { group, isMaintainer, count } = props;
  const course = group.integrationId ? group.meta?.courseName : undefined;
  return (
    <tr>
      <td>
        <Link to="/group/$groupId" params={{ groupId: group.id }} className={styles.name}>
          <bdi>{shownName(group.title)}</bdi>
        </Link>
        {course === undefined ? null : (
          <span className={styles.course}>{sourceText(course, group.meta?.lastSync)}</span>
        )}
        <span className={styles.typeBelow}>{groupTypeTitle(group)}</span>
      </td>
      <td>
        <span className={styles.type}>
          <GroupTypeIcon group={group} decorative />
          {groupTypeTitle(group)}
        </span>
      </td>
      {isMaintainer ? (
        <>
          <td>{countText(count?.members)}</td>
          <td>{countText(count?.tutors)}</td>
        </>
      ) : null}
      <td>
        <FavouriteStar group={group} isFavourite={props.isFavourite} />
      </td>
      <td>
        <GroupMenu {...props} />
      </td>
    </tr>
  );
}
