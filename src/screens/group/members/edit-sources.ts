/** Data for the members editor, by the kind of group. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { byName } from '#domain/groups/member-search.ts';
import { type Candidate, ofDevice, ofUser, withStrangers } from '#features/group-members/candidates.ts';
import type { Device } from '#protocol/rest/device.ts';
import type { Group } from '#protocol/rest/group.ts';
import { devicesQuery } from '#rest/devices.ts';
import { groupMembersQuery, groupPatternsQuery } from '#rest/group-members.ts';
import { usersQuery } from '#rest/users.ts';

/** `entries`: current member ids or patterns. */
export type EditSources = { entries: readonly string[] } & (
  | { kind: 'user' | 'device'; candidates: readonly Candidate[] }
  | { kind: 'patterns'; devices: readonly Device[] }
);

export type Loading<T> =
  | { name: 'loading' }
  | { name: 'failed'; error: Error; retry: () => void }
  | { name: 'loaded'; data: T };

const inOrder = (devices: readonly Device[]): Device[] =>
  [...devices].sort((a, b) => byName({ id: a.id, name: a.hostname }, { id: b.id, name: b.hostname }));

function useSourcesNow({ id, definitionName }: Group): Loading<EditSources> {
  const isUsers = definitionName === 'userGroup';
  const isPatterns = definitionName === 'deviceMatchGroup';
  const users = useQuery({ ...usersQuery(), enabled: isUsers });
  const devices = useQuery({ ...devicesQuery(), enabled: !isUsers });
  // Refetched, because saving replaces the whole list, including members that another tutor has just added.
  const anew = { refetchOnMount: 'always' } as const;
  const members = useQuery({ ...groupMembersQuery(id), ...anew, enabled: !isPatterns });
  const patterns = useQuery({ ...groupPatternsQuery(id), ...anew, enabled: isPatterns });

  const all = isUsers ? users : devices;
  const own = isPatterns ? patterns : members;
  const error = own.error ?? all.error;
  const isRead = own.isFetchedAfterMount && own.error === null;
  if (isRead && isPatterns && patterns.data && devices.data) {
    return {
      name: 'loaded',
      data: { kind: 'patterns', entries: patterns.data, devices: inOrder(devices.data) },
    };
  }
  const candidates = isUsers ? users.data?.map(ofUser) : devices.data?.map(ofDevice);
  if (isRead && !isPatterns && members.data && candidates) {
    const entries = members.data.map((member) => member.id);
    const kind = isUsers ? 'user' : 'device';
    return { name: 'loaded', data: { kind, entries, candidates: withStrangers(candidates, entries) } };
  }
  if (error === null) return { name: 'loading' };
  const retry = () => {
    for (const query of [own, all]) if (query.error) void query.refetch();
  };
  return { name: 'failed', error, retry };
}

/** The lists as first loaded: a later read or failure does not change what is being edited. */
export function useEditSources(group: Group): Loading<EditSources> {
  const now = useSourcesNow(group);
  const [first, setFirst] = useState<Loading<EditSources>>();
  if (first === undefined && now.name === 'loaded') setFirst(now);
  return first ?? now;
}
