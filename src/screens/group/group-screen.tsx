import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { Group } from '#protocol/rest/group.ts';
import { FavouriteStar } from '../../shell/favourite-star.tsx';
import { GroupTypeIcon, groupTypeTitle } from '../../shell/group-type-icon.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { useVisibleGroups } from '../../shell/visible-groups.ts';
import { CountCard } from '../../ui/count-card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DevicesTab } from './devices-tab.tsx';
import styles from './group-screen.module.css';
import { groupView } from './group-view.ts';
import { m } from './messages.ts';

/** 'Group members', 'Alerts' and 'Group policies' join here with their screens. */
type TabKey = 'devices';

function GroupTabs(props: { group: Group }) {
  const [tab, setTab] = useState<TabKey>('devices');
  const groupId = props.group.id;
  useEffect(() => groupView.clearSelection, []);
  return (
    <Tabs
      label={m.tabs}
      value={tab}
      onChange={setTab}
      items={[{ key: 'devices', title: m.devicesOnline, panel: () => <DevicesTab groupId={groupId} /> }]}
    />
  );
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
  if (group === undefined) return <Navigate to="/" replace />;
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.groups, link: { to: '/settings/groups' } }, { title: group.title }]}>
        <span className={styles.type} data-tip={groupTypeTitle(group.definitionName)}>
          <GroupTypeIcon definition={group.definitionName} />
        </span>
        <FavouriteStar group={group} isFavourite={favourites.has(group.id)} />
        <OnlineCount />
      </ScreenHeader>
      {/* By key: another group begins with its first tab, its own watch and nothing selected (GROUP-02). */}
      <GroupTabs key={group.id} group={group} />
    </>
  );
}
