/** When the first cards of a group are drawn: together, because a later card moves all cards after it. */
import { useRef } from 'react';
import { useSettled } from '../../ui/use-settled.ts';

/** If no device arrives for this long, the remaining ones are considered late. */
const QUIET_MS = 300;
/** Maximum wait for further devices after the first one. Later devices move the cards that are shown. */
const LONGEST_ARRIVAL_MS = 2_000;
/** Maximum wait for members and policies after the first device. If they arrive later, all cards move. */
const LONGEST_READ_MS = 4_000;

export type Arrivals = {
  /** Number of devices that have sent their details. */
  count: number;
  /** The members and the policies of the group are loaded, or have failed to load. */
  isRead: boolean;
  /** Every member is connected. */
  isComplete: boolean;
  /** Each absent member has a card at the position of their device's future card. */
  hasPlaces: boolean;
};

/** Whether the cards may be drawn; once true, it stays true. */
export function useCardsTogether({ count, isRead, isComplete, hasPlaces }: Arrivals): boolean {
  const isHeard = count > 0;
  const isQuiet = useSettled(count, QUIET_MS, 0) === count;
  const isReadLate = useSettled(isHeard, LONGEST_READ_MS, false);
  const isArrivalLate = useSettled(isHeard, LONGEST_ARRIVAL_MS, false);
  const isDrawn = useRef(false);
  const isWaitedFor = !(isRead || isReadLate) || !(hasPlaces || isComplete || isQuiet || isArrivalLate);
  isDrawn.current ||= isHeard && !isWaitedFor;
  return isDrawn.current;
}
