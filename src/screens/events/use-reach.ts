import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { groupsQuery } from '#rest/groups.ts';
import { useRoles } from '#session/session-store.ts';
import type { Reach } from './event-links.ts';

/** The groups and people that this tutor can open. */
export function useReach(): Reach {
  const { data } = useQuery(groupsQuery());
  const { groupMaintainer: isMaintainer } = useRoles();
  return useMemo(
    () => ({ groupIds: new Set(data?.map(({ id }) => id)), isMaintainer }),
    [data, isMaintainer],
  );
}
