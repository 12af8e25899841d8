/**
 * The press that closes a dialog may be the first half of a double click, whose second half would reach the
 * element behind the dialog. A closing dialog ignores the rest of that gesture.
 */

/** The longest time that systems wait for the second half of a double click. */
const MAX_DURATION_MS = 500;
/** Two touches within this distance are one gesture, in CSS pixels. */
const SAME_PLACE_PX = 24;

const SWALLOWED = ['mousedown', 'click', 'dblclick'] as const;

type Press = Pick<MouseEvent, 'detail' | 'clientX' | 'clientY' | 'timeStamp'>;

/** A press by a script or an assistive tool has no coordinates, and belongs to no gesture. */
const hasPlace = ({ detail, clientX, clientY }: Press) => detail > 0 && (clientX !== 0 || clientY !== 0);

/** `detail` counts the clicks of a mouse; two taps of a finger in one place both have 1. */
const isSameGesture = (first: Press, next: Press): boolean =>
  next.timeStamp - first.timeStamp <= MAX_DURATION_MS &&
  (next.detail > 1 ||
    (hasPlace(first) &&
      hasPlace(next) &&
      Math.hypot(next.clientX - first.clientX, next.clientY - first.clientY) <= SAME_PLACE_PX));

/** Suppresses the rest of the gesture that `press` has begun, for as long as a gesture can last. */
export function swallowRestOfGesture(press: Press, page: Document = document): void {
  const stop = new AbortController();
  let last = press;
  const swallow = (event: MouseEvent) => {
    if (!isSameGesture(last, event)) {
      // A press with `detail` 1 begins a new gesture, whose second half belongs to it.
      if (event.detail === 1) stop.abort();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click') last = event;
  };
  for (const type of SWALLOWED) page.addEventListener(type, swallow, { capture: true, signal: stop.signal });
  // A gesture has at most three presses.
  setTimeout(() => stop.abort(), 2 * MAX_DURATION_MS);
}
