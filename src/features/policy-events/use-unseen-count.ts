import { useEffect, useMemo, useRef } from 'react';
import { alerts } from '../../shell/toasts/toasts.ts';
import { alertBells } from './event-bells.ts';
import { createArrivals, createEventAlerts } from './event-toasts.ts';
import { useUnseenLogs } from './unseen-events.ts';

const eventAlerts = createEventAlerts({ show: alerts.show, nowMs: () => Date.now() });

/**
 * How many alerts of the group nobody has looked at in this browser; 0: no badge. Rings the bells of the cards from
 * the same reading, and says what happens while another tab is open. One of it for each group screen. `isLookedAt`:
 * the tab with the alerts is open.
 */
export function useAlertCount(groupId: string, isLookedAt: boolean): number {
  const { logs, unseen, isSettled } = useUnseenLogs(useMemo(() => ({ groupId }), [groupId]));
  useEffect(() => alertBells.set(unseen), [unseen]);
  useEffect(() => () => alertBells.set([]), []);

  const looking = useRef(isLookedAt);
  looking.current = isLookedAt;
  const arrivals = useRef(createArrivals());
  useEffect(() => {
    // What is being read anew may hold what happened before this group was opened.
    if (!isSettled) return;
    const arrived = arrivals.current(logs);
    if (!looking.current) eventAlerts.announce(arrived);
  }, [logs, isSettled]);
  return unseen.length;
}
