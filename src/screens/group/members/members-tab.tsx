import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGroupWatch } from '#live/use-group-watch.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { MemberList } from './member-list.tsx';

/** The tab 'Group members'. Its page is in the address; the selection is lost when the tab closes. */
export function MembersTab({ group }: { group: Group }) {
  const { page = 1 } = useSearch({ from: '/console/group/$groupId' });
  const navigate = useNavigate({ from: '/group/$groupId' });
  const request = useMemo<WatchRequest>(
    () => ({ of: { groupId: group.id }, feeds: ['info', 'statuses'] }),
    [group.id],
  );
  const { devices } = useGroupWatch(request);
  const toPage = (next: number, replace: boolean) => {
    void navigate({ search: { tab: 'members', ...(next !== 1 && { page: next }) }, replace });
  };
  return <MemberList group={group} devices={devices} page={page} onPage={toPage} />;
}
