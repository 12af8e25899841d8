import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Group } from '#protocol/rest/group.ts';
import { FavouriteStar } from '../../shell/favourite-star.tsx';
import { GroupTypeIcon, groupTypeTitle } from '../../shell/group-type-icon.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { useIsGroupAwaited, useVisibleGroups } from '../../shell/visible-groups.ts';
import { CountCard } from '../../ui/count-card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AlertsTab } from './alerts/alerts-tab.tsx';
import { useAlertCount } from './alerts/use-alert-count.ts';
import { DevicesTab } from './devices-tab.tsx';
import { GroupButtons } from './group-buttons.tsx';
import styles from './group-screen.module.css';
import { type GroupTab, groupView } from './group-view.ts';
import { MembersTab } from './members/members-tab.tsx';
import { m } from './messages.ts';
import { PoliciesTab } from './policies/policies-tab.tsx';

function useTab(groupId: string): GroupTab {
  const { tab } = useSnapshot(groupView.view);
  return tab?.groupId === groupId ? tab.key : 'devices';
}

function GroupTabs({ group }: { group: Group }) {
  const tab = useTab(group.id);
  const alertCount = useAlertCount(group.id);
  useEffect(
    () => () => {
      groupView.clearSelection();
      groupView.forgetTab();
    },
    [],
  );
  return (
    <Tabs
      label={m.tabs}
      value={tab}
      onChange={(key) => groupView.openTab(group.id, key)}
      items={[
        { key: 'devices', title: m.devicesOnline, panel: () => <DevicesTab group={group} /> },
        { key: 'members', title: m.groupMembers, panel: () => <MembersTab group={group} /> },
        { key: 'alerts', title: m.alerts, badge: alertCount, panel: () => <AlertsTab group={group} /> },
        { key: 'policies', title: m.groupPolicies, panel: () => <PoliciesTab group={group} /> },
      ]}
    />
  );
}

function Buttons({ group }: { group: Group }) {
  return <GroupButtons group={group} tab={useTab(group.id)} />;
}

function OnlineCount() {
  const { onlineCount } = useSnapshot(groupView.view);
  return onlineCount === undefined ? null : (
    <CountCard count={onlineCount} singular={m.deviceSingular} plural={m.devicePlural} />
  );
}

/** A group that is not in the list sends to the first one that is (GROUP-01), by way of the home route. */
export function GroupScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId' });
  const { groups, favourites } = useVisibleGroups();
  const group = groups.find((each) => each.id === groupId);
  const isAwaited = useIsGroupAwaited(groupId);
  if (group === undefined)
    return isAwaited ? <Spinner label={m.loadingGroup} /> : <Navigate to="/" replace />;
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.groups, link: { to: '/settings/groups' } }, { title: group.title }]}>
        <span className={styles.type} data-tip={groupTypeTitle(group.definitionName)}>
          <GroupTypeIcon definition={group.definitionName} />
        </span>
        <FavouriteStar group={group} isFavourite={favourites.has(group.id)} />
        <OnlineCount />
        <Buttons key={group.id} group={group} />
      </ScreenHeader>
      {/* By key: another group begins with its first tab, its own watch and nothing selected (GROUP-02). */}
      <GroupTabs key={group.id} group={group} />
    </>
  );
}
