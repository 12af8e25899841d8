import { useEffect, useMemo, useRef } from 'react';
import { toasts } from '../../shell/toasts/toasts.ts';
import type { EventBells } from './event-bells.ts';
import { createArrivals, createEventToasts } from './event-toasts.ts';
import { useUnseenLogs } from './unseen-events.ts';

const eventToasts = createEventToasts({ show: toasts.show, nowMs: () => Date.now() });

/**
 * How many policy events of the group nobody has looked at in this browser; at 0 there is no badge. The same reading
 * rings the bells of the cards, and new events become toasts while another tab is open. Each group screen calls it
 * once, with the bells of its own cards. `isLookedAt`: the tab with the events is open.
 */
export function useUnseenCount(groupId: string, bells: EventBells, isLookedAt: boolean): number {
  const { logs, unseen, isSettled } = useUnseenLogs(useMemo(() => ({ groupId }), [groupId]));
  useEffect(() => bells.set(unseen), [bells, unseen]);
  useEffect(() => () => bells.set([]), [bells]);

  const looking = useRef(isLookedAt);
  looking.current = isLookedAt;
  const arrivals = useRef(createArrivals());
  useEffect(() => {
    // What is being read anew may hold what happened before this group was opened.
    if (!isSettled) return;
    const arrived = arrivals.current(logs);
    if (!looking.current) eventToasts.announce(arrived);
  }, [logs, isSettled]);
  return unseen.length;
}
