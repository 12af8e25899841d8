/** When the first cards of a group are drawn: together, since a card that comes later moves all after it. */
import { useRef } from 'react';
import { useSettled } from '../../ui/use-settled.ts';

/** No device has come for so long: the others take their time. */
const QUIET_MS = 300;
/** From the first device on: a tutor waits no longer for further devices. Those that come later move the cards that are shown. */
const LONGEST_ARRIVAL_MS = 2_000;
/** From the first device on: a tutor waits no longer for what is read. It moves all cards where it comes later. */
const LONGEST_READ_MS = 4_000;

export type Arrivals = {
  /** How many devices have been heard. */
  count: number;
  /** The members and the policies of the group have been read, or cannot be. */
  isRead: boolean;
  /** Every member is here. */
  isComplete: boolean;
  /** Each absent member has a card where the card of their device will stand. */
  hasPlaces: boolean;
};

/** Whether the cards may be drawn; once they may, they stay. */
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
