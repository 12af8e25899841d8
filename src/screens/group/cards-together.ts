/** When the first cards of a group are drawn: together, because a later card moves all cards after it. */
import { useRef } from 'react';
import { useSettled } from '#ui/use-settled.ts';

/** If no device arrives for this long, the remaining ones are considered late. */
const DEBOUNCE_MS = 300;
/** Counted from the first device on. Whatever arrives later moves the cards that are shown. */
const MAX_WAIT_MS = { devices: 2_000, membersAndPolicies: 4_000 };

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
  const hasDevices = count > 0;
  const isQuiet = useSettled(count, DEBOUNCE_MS, 0) === count;
  const isReadLate = useSettled(hasDevices, MAX_WAIT_MS.membersAndPolicies, false);
  const isArrivalLate = useSettled(hasDevices, MAX_WAIT_MS.devices, false);
  const isDrawn = useRef(false);
  const isWaitedFor = !(isRead || isReadLate) || !(hasPlaces || isComplete || isQuiet || isArrivalLate);
  isDrawn.current ||= hasDevices && !isWaitedFor;
  return isDrawn.current;
}
