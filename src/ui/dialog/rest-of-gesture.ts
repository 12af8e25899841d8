/**
 * The press that closes a dialog may be the first half of a double press, whose second half would reach the element
 * behind the dialog. A dialog that closes ignores the rest of the gesture that closed it.
 */

/** The longest time that systems wait for the second half of a double press. */
const GESTURE_MS = 500;
/** Two touches are one gesture up to this distance, in CSS pixels. */
const SAME_PLACE_PX = 24;

const SWALLOWED = ['mousedown', 'click', 'dblclick'] as const;

type Press = Pick<MouseEvent, 'detail' | 'clientX' | 'clientY' | 'timeStamp'>;

/** A press by a script or an assistive tool has no coordinates, and belongs to no gesture. */
const hasPlace = ({ detail, clientX, clientY }: Press) => detail > 0 && (clientX !== 0 || clientY !== 0);

/** `detail` counts the presses of a mouse; a finger may tap twice in one place, each counted as the first. */
const isSameGesture = (first: Press, next: Press): boolean =>
  next.timeStamp - first.timeStamp <= GESTURE_MS &&
  (next.detail > 1 ||
    (hasPlace(first) &&
      hasPlace(next) &&
      Math.hypot(next.clientX - first.clientX, next.clientY - first.clientY) <= SAME_PLACE_PX));

/** Keeps from `page` the rest of the gesture that `press` has begun, for as long as a gesture can last. */
export function swallowRestOfGesture(press: Press, page: Document = document): void {
  const stop = new AbortController();
  let last = press;
  const swallow = (event: MouseEvent) => {
    if (!isSameGesture(last, event)) {
      // A press that is counted as the first begins a gesture of its own, and its second half belongs to it.
      if (event.detail === 1) stop.abort();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click') last = event;
  };
  for (const type of SWALLOWED) page.addEventListener(type, swallow, { capture: true, signal: stop.signal });
  // Three presses are the most that count as one gesture.
  setTimeout(() => stop.abort(), 2 * GESTURE_MS);
}
