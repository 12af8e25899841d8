import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchGroups } from '#domain/groups/group-search.ts';
import { isGroupVisible } from '#domain/groups/group-visibility.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '#rest/groups.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { useRoles } from '#session/session-store.ts';
import { knownRunnerHostname, useIsRunnerAwaited, useRunnerHostname } from './runner-hostname.ts';

export type VisibleGroups = {
  /** Favourites first, then alphabetical, as everywhere. Home redirects to the first group. */
  groups: readonly Group[];
  favourites: ReadonlySet<string>;
};

type Facts = {
  /** Undefined: the fetch failed. Preferences are empty then, and the platform's list is shown unfiltered. */
  tutor: Tutor | undefined;
  isMaintainer: boolean;
  runnerHostname: string | undefined;
};

function visibleGroups(all: readonly Group[], { tutor, isMaintainer, runnerHostname }: Facts): VisibleGroups {
  const favourites = new Set(tutor?.preferences.favouriteGroups ?? []);
  const permissions = tutor === undefined ? ('unknown' as const) : new Set(tutor.permissions);
  const facts = { isMaintainer, permissions, runnerHostname };
  const permitted = all.filter((group) => isGroupVisible(group, facts));
  return { groups: searchGroups(permitted, '', favourites), favourites };
}

/** For loaders. Throws AppError if fetching groups fails; preferences that fail count as empty. */
export async function loadVisibleGroups(client: QueryClient, isMaintainer: boolean): Promise<VisibleGroups> {
  const { queryKey } = groupsQuery();
  const self = tutorSelfQuery();
  const [groups, tutor] = await Promise.all([
    client.ensureQueryData(groupsQuery()).catch((error: unknown) => {
      // This device's copy may have loaded during the request.
      const copy = client.getQueryData(queryKey);
      if (copy === undefined) throw error;
      return copy;
    }),
    client.ensureQueryData(self).catch((error: unknown) => {
      const copy = client.getQueryData(self.queryKey);
      if (copy === undefined) console.error('preferences', error);
      return copy;
    }),
  ]);
  return visibleGroups(groups, { tutor, isMaintainer, runnerHostname: knownRunnerHostname(client) });
}

const NONE: readonly Group[] = [];

const isRestricted = ({ properties }: Group) => properties.permittedHostnames.length > 0;

/** The groups visible to this tutor, refetched on notifications. `isKnown`: they have been fetched. */
export function useVisibleGroups(): VisibleGroups & { isKnown: boolean } {
  const { data } = useQuery(groupsQuery());
  const isKnown = data !== undefined;
  const all = data ?? NONE;
  const tutor = useQuery(tutorSelfQuery()).data;
  const isMaintainer = useRoles().groupMaintainer;
  const runnerHostname = useRunnerHostname({ isNeeded: !isMaintainer && all.some(isRestricted) });
  return useMemo(
    () => ({ ...visibleGroups(all, { tutor, isMaintainer, runnerHostname }), isKnown }),
    [all, tutor, isMaintainer, runnerHostname, isKnown],
  );
}

/** Whether a hidden group may become visible once the runner of its network answers. */
export function useIsGroupAwaited(groupId: string): boolean {
  const { data } = useQuery(groupsQuery());
  const tutor = useQuery(tutorSelfQuery()).data;
  const isMaintainer = useRoles().groupMaintainer;
  const group = data?.find((each) => each.id === groupId && isRestricted(each));
  // Assumes that the runner is in each of the group's networks.
  const runnerHostname = group?.properties.permittedHostnames.join(' ');
  const mayShow =
    group !== undefined && visibleGroups([group], { tutor, isMaintainer, runnerHostname }).groups.length > 0;
  return useIsRunnerAwaited({ isNeeded: !isMaintainer && mayShow });
}
