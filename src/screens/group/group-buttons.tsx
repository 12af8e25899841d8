import { mdiViewGridOutline } from '@mdi/js';
import { wallPath } from '#domain/wall/hostnames.ts';
import type { Group } from '#protocol/rest/group.ts';
import { useRoles } from '#session/session-store.ts';
import { Icon } from '#ui/icon/icon.tsx';
import styles from './group-buttons.module.css';
import { EditMembers } from './members/edit-members.tsx';
import { SyncMembers } from './members/sync-members.tsx';
import { m } from './messages.ts';
import { WakeButtons } from './wake-schedule/wake-buttons.tsx';

/** Buttons for the group itself: members, wake schedule and wall. `tab`: the tab that is open. */
export function GroupButtons(props: { group: Group; tab: 'devices' | 'members' | 'alerts' | 'policies' }) {
  const { group, tab } = props;
  const { groupMaintainer } = useRoles();
  const isFromDirectory = Boolean(group.integrationId);
  const hasWake = tab === 'devices' && group.definitionName !== 'userGroup';
  const canEdit = groupMaintainer && !isFromDirectory;
  const hasWall = tab === 'devices';
  if (!hasWall && !hasWake && !canEdit && !isFromDirectory) return null;
  return (
    <div className={styles.buttons}>
      {canEdit ? <EditMembers group={group} /> : null}
      {isFromDirectory ? <SyncMembers group={group} /> : null}
      {hasWake ? <WakeButtons group={group} /> : null}
      {hasWall ? (
        <a
          href={wallPath(group.id)}
          target="_blank"
          rel="noopener"
          className={styles.wall}
          aria-label={m.openWall}
          data-tip={m.openWall}
        >
          <Icon path={mdiViewGridOutline} />
        </a>
      ) : null}
    </div>
  );
}
