import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useUnseenCount } from '#features/policy-events/use-unseen-count.ts';
import { notConnectedText, useUnheardSince } from '#live/use-unheard-since.ts';
import type { Group as GroupDocument } from '#protocol/rest/group.ts';
import { FavouriteStar } from '#shell/groups/favourite-star.tsx';
import { groupTypeTitle } from '#shell/groups/group-type.ts';
import { GroupTypeIcon } from '#shell/groups/group-type-icon.tsx';
import { useShownGroup } from '#shell/groups/shown-group.tsx';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { takeSelected, useKeptSelected } from '#shell/leaving/kept-selections.ts';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { DevicesTab } from './devices-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { GroupButtons } from './group-buttons.tsx';
import styles from './group-screen.module.css';
import { createGroupView, GroupViewContext, type GroupViewStore, useGroupView } from './group-view.ts';
import { keptSelectionOf } from './kept-selection.ts';
import { m } from './messages.ts';

/** Contains a table, which the other tabs do not need. */
const MembersTab = lazyPart(async () => (await import('./members/members-tab.tsx')).MembersTab, {
  waiting: <Spinner label={m.loadingMembers} />,
});

/** Contains its rows and the dialog that applies policies. */
const PoliciesTab = lazyPart(async () => (await import('./policies/policies-tab.tsx')).PoliciesTab, {
  waiting: <Spinner label={m.loadingPolicies} />,
});

type GroupTab = 'devices' | 'members' | 'alerts' | 'policies';

/** The tab is in the address, so that reload and Back keep it. Another group starts on the first tab. */
function useTab(): { tab: GroupTab; openTab: (tab: GroupTab) => void } {
  const { tab = 'devices' } = useSearch({ from: '/console/group/$groupId' });
  const navigate = useNavigate({ from: '/group/$groupId' });
  const openTab = (next: GroupTab) => {
    // Drops the page number of another tab. `replace`: Back leaves the group instead of going through tabs.
    void navigate({ search: next === 'devices' ? {} : { tab: next }, replace: true });
  };
  return { tab, openTab };
}

function GroupTabs({ group }: { group: GroupDocument }) {
  const { tab, openTab } = useTab();
  const unseenCount = useUnseenCount(group.id, useGroupView().eventBells, tab === 'alerts');
  return (
    <Tabs
      label={m.tabs}
      value={tab}
      onChange={openTab}
      items={[
        { key: 'devices', title: m.devicesOnline, panel: () => <DevicesTab group={group} /> },
        { key: 'members', title: m.groupMembers, panel: () => <MembersTab group={group} /> },
        { key: 'alerts', title: m.alerts, badge: unseenCount, panel: () => <EventsTab group={group} /> },
        { key: 'policies', title: m.groupPolicies, panel: () => <PoliciesTab group={group} /> },
      ]}
    />
  );
}

function OnlineCount() {
  const { onlineCount } = useSnapshot(useGroupView().view);
  const unheardSince = useUnheardSince();
  if (unheardSince !== undefined) return <span role="status">{notConnectedText(unheardSince)}</span>;
  return onlineCount === undefined ? null : (
    <CountCard count={onlineCount} singular={m.deviceSingular} plural={m.devicePlural} />
  );
}

/** Zoom, order and selection of this group, while its screen is open. */
function useViewOf(groupId: string): GroupViewStore {
  const router = useRouter();
  const storedSelection = keptSelectionOf(router);
  const list = `group ${groupId}`;
  const [store] = useState(() =>
    createGroupView(() => localStorage, [...storedSelection.take(groupId), ...takeSelected(list)]),
  );
  useKeptSelected(list, store.selectedKeys);
  useEffect(
    () => () => {
      if (router.state.location.pathname.startsWith(`/group/${encodeURIComponent(groupId)}/`))
        storedSelection.keep(groupId, store.selectedKeys());
    },
    [router, storedSelection, groupId, store],
  );
  return store;
}

function GroupOf({ group, isFavourite }: { group: GroupDocument; isFavourite: boolean }) {
  const { tab } = useTab();
  return (
    <GroupViewContext value={useViewOf(group.id)}>
      <ScreenHeader crumbs={[{ title: m.groups, link: { to: '/settings/groups' } }, { title: group.title }]}>
        <span className={styles.type} data-tip={groupTypeTitle(group)}>
          <GroupTypeIcon group={group} />
        </span>
        <FavouriteStar group={group} isFavourite={isFavourite} />
        <OnlineCount />
        <Boundary kind="panel">
          <GroupButtons group={group} tab={tab} />
        </Boundary>
      </ScreenHeader>
      <GroupTabs group={group} />
    </GroupViewContext>
  );
}

/** If the group is not in the list, redirects through the home route to the first group that is. */
export function GroupScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId' });
  const { group, isFavourite, instead } = useShownGroup(groupId, m.loadingGroup);
  if (group === undefined) return instead;
  // Keyed, so that another group starts with its own watch and an empty selection.
  return <GroupOf key={group.id} group={group} isFavourite={isFavourite} />;
}
