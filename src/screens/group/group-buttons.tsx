import type { Group } from '#protocol/rest/group.ts';
import { useRoles } from '../../session/session-store.ts';
import styles from './group-buttons.module.css';
import { EditMembers } from './members/edit-members.tsx';
import { SyncMembers } from './members/sync-members.tsx';
import { WakeButtons } from './wake-schedule/wake-buttons.tsx';

/** The buttons for the group itself: its members and its wake schedule. `tab`: the tab that is open. */
export function GroupButtons(props: { group: Group; tab: 'devices' | 'members' | 'alerts' | 'policies' }) {
  const { group, tab } = props;
  const { groupMaintainer } = useRoles();
  const isFromDirectory = Boolean(group.integrationId);
  const hasWake = tab === 'devices' && group.definitionName !== 'userGroup';
  const canEdit = groupMaintainer && !isFromDirectory;
  if (!hasWake && !canEdit && !isFromDirectory) return null;
  return (
    <div className={styles.buttons}>
      {canEdit ? <EditMembers group={group} /> : null}
      {isFromDirectory ? <SyncMembers group={group} /> : null}
      {hasWake ? <WakeButtons group={group} /> : null}
    </div>
  );
}
