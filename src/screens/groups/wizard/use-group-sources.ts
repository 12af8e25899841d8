/** Data of an existing group for the wizard. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import type { PolicyApplication } from '#protocol/rest/policy.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { groupQuery } from '#rest/groups.ts';
import { appliedPoliciesQuery } from '#rest/policies.ts';
import type { ListReading } from '#ui/list/list-page.tsx';

/** `members`: ids. For a group of patterns, the ids of the devices that match now. */
export type GroupSources = {
  group: Group;
  members: readonly string[];
  applications: readonly PolicyApplication[];
};

/** The data as first loaded: a later read or failure does not change what is being edited. */
export function useGroupSources(groupId: string): ListReading<GroupSources> {
  // Refetched, because saving replaces whole lists, including entries that another tutor has just added.
  const anew = { refetchOnMount: 'always' } as const;
  const all = [
    useQuery({ ...groupQuery(groupId), ...anew }),
    useQuery({ ...groupMembersQuery(groupId), ...anew }),
    useQuery({ ...appliedPoliciesQuery({ kind: 'groups', id: groupId }), ...anew }),
  ] as const;
  const [group, members, applications] = all;
  const [first, setFirst] = useState<GroupSources>();
  const isRead = all.every((query) => query.isFetchedAfterMount && query.error === null);
  if (first === undefined && isRead && group.data && members.data && applications.data)
    setFirst({
      group: group.data,
      members: members.data.map(({ id }) => id),
      applications: applications.data,
    });
  return {
    data: first,
    error: first === undefined ? (all.find(({ error }) => error !== null)?.error ?? null) : null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch() {
      for (const query of all) if (query.error) void query.refetch();
    },
  };
}
