import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { newestLogsQuery } from '../../../rest/user-logs.ts';
import { sessionKey } from '../../../session/auth-state.ts';
import { useAuth } from '../../../session/session-store.ts';
import { alertLooks } from '../../../shell/alert-looks.ts';
import { alerts } from '../../../shell/alerts.ts';
import { groupView } from '../group-view.ts';
import { alertBells } from './alert-bells.ts';
import { isNewer } from './alert-words.ts';
import { createArrivals, createEventAlerts } from './event-alerts.ts';

const NONE: readonly UserLog[] = [];
const eventAlerts = createEventAlerts({ show: alerts.show, nowMs: () => Date.now() });

/** Whose looks at alerts these are: one person in one session. */
export function useLookOwner(): string {
  const auth = useAuth();
  return `${sessionKey(auth)} ${auth.userId}`;
}

/**
 * How many alerts of the group nobody has looked at in this browser; 0: no badge. Rings the bells of the cards from
 * the same reading, and says what happens while another tab is open. One of it for each group screen.
 */
export function useAlertCount(groupId: string): number {
  const owner = useLookOwner();
  const { data: logs = NONE, isFetching, isSuccess } = useQuery(newestLogsQuery(groupId));
  const lastLook = useSyncExternalStore(alertLooks.subscribe, () => alertLooks.lastLook(owner, groupId));
  const unseen = useMemo(() => logs.filter((log) => isNewer(log, lastLook)), [logs, lastLook]);
  useEffect(() => alertBells.set(unseen), [unseen]);
  useEffect(() => () => alertBells.set(NONE), []);

  const arrivals = useRef(createArrivals());
  useEffect(() => {
    // What is being read anew may hold what happened before this group was opened.
    if (!isSuccess || isFetching) return;
    const arrived = arrivals.current(logs);
    if (groupView.tabOf(groupId) !== 'alerts') eventAlerts.announce(arrived);
  }, [logs, isSuccess, isFetching, groupId]);
  return unseen.length;
}
