/**
 * What closes a dialog may be the first half of a double press: its second half would land on whatever lies behind. A
 * dialog that closes swallows the rest of the gesture that closed it.
 */

/** As long as systems wait, at most, for the second press of a double one. */
const GESTURE_MS = 500;
/** So far apart two touches are still one gesture, in CSS pixels. */
const SAME_PLACE_PX = 24;

const SWALLOWED = ['mousedown', 'click', 'dblclick'] as const;

type Press = Pick<MouseEvent, 'detail' | 'clientX' | 'clientY' | 'timeStamp'>;

/** What a script or an assistive tool presses has no place, and is no gesture. */
const hasPlace = ({ detail, clientX, clientY }: Press) => detail > 0 && (clientX !== 0 || clientY !== 0);

/** `detail` counts the presses of a mouse; a finger may tap twice in one place, each counted as the first. */
const isSameGesture = (first: Press, next: Press): boolean =>
  next.timeStamp - first.timeStamp <= GESTURE_MS &&
  (next.detail > 1 ||
    (hasPlace(first) &&
      hasPlace(next) &&
      Math.hypot(next.clientX - first.clientX, next.clientY - first.clientY) <= SAME_PLACE_PX));

/** `page` hears nothing more of the gesture that `press` has begun. Ends by itself when the gesture must be over. */
export function swallowRestOfGesture(press: Press, page: Document = document): void {
  const stop = new AbortController();
  let last = press;
  const swallow = (event: MouseEvent) => {
    if (!isSameGesture(last, event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click') last = event;
  };
  for (const type of SWALLOWED) page.addEventListener(type, swallow, { capture: true, signal: stop.signal });
  // Three presses are the most that count as one gesture.
  setTimeout(() => stop.abort(), 2 * GESTURE_MS);
}
