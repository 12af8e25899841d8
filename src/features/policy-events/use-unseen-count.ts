import { useEffect, useMemo, useRef } from 'react';
import { toasts } from '#shell/toasts/toasts.ts';
import type { EventBells } from './event-bells.ts';
import { createArrivals, createEventToasts } from './event-toasts.ts';
import { useUnseenLogs } from './unseen-events.ts';

const eventToasts = createEventToasts({ show: toasts.show, nowMs: () => Date.now() });

/**
 * The number of unseen policy events of the group; at 0 there is no badge. The same query feeds the bells of
 * the cards, and new events become toasts while another tab of the screen is open. Each group screen calls it
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
    // Cached data that is being refetched may lack events from before this group was opened.
    if (!isSettled) return;
    const arrived = arrivals.current(logs);
    if (!looking.current) eventToasts.announce(arrived);
  }, [logs, isSettled]);
  return unseen.length;
}
