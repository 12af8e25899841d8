/** The events that were not viewed in this browser, for badges and bells. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { type LogsOf, newestLogsQuery } from '#rest/user-logs.ts';
import { sessionKey } from '#session/auth-state.ts';
import { useAuth } from '#session/session-store.ts';
import { useObservable } from '#ui/use-observable.ts';
import { eventLooks } from './event-looks.ts';
import { isNewer } from './event-words.ts';
import { unseenBadge } from './unseen-badge.ts';

const NONE: readonly UserLog[] = [];

/** Identifies the person and the session that looks are stored for. */
export function useLookOwner(): string {
  const auth = useAuth();
  return `${sessionKey(auth)} ${auth.userId}`;
}

/** The key of a group or person in the stored looks. */
export const lookKey = (of: LogsOf): string => ('groupId' in of ? of.groupId : `user ${of.userId}`);

/** `logs`: the newest events, seen or not. `isSettled`: they are up to date. */
export function useUnseenLogs(of: LogsOf) {
  const owner = useLookOwner();
  const { data: logs = NONE, isFetching, isSuccess } = useQuery(newestLogsQuery(of));
  const lastLook = useObservable(eventLooks, () => eventLooks.lastLook(owner, lookKey(of)));
  const unseen = useMemo(() => logs.filter((log) => isNewer(log, lastLook)), [logs, lastLook]);
  useEffect(() => {
    if (isSuccess)
      unseenBadge.tell(
        owner,
        lookKey(of),
        unseen.map(({ id }) => id),
      );
  }, [owner, of, unseen, isSuccess]);
  return { logs, unseen, isSettled: isSuccess && !isFetching };
}
