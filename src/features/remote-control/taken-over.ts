/** Who controls a device now, from what the device says of itself while its screen is seen, and for a moment after. */

export type Controller = { sessionId: string; tutorName?: string | undefined };

/** One device while it is controlled. */
export type Seat = {
  /** Undefined: no tutor, or the device does not say which. */
  get(): Controller | undefined;
  subscribe(call: () => void): () => void;
  close(): void;
};

/** What a device says on its way to the tab may be slower than the end of its screen. */
const SAID_WITHIN_MS = 3_000;

/** Calls once with who has taken over from this session; with undefined where the device has ended it. */
export function tellTakenOver(
  seat: Seat,
  sessionId: string,
  tell: (controller: Controller | undefined) => void,
): void {
  const isOther = () => seat.get()?.sessionId !== sessionId;
  const settle = () => {
    stop();
    clearTimeout(timer);
    tell(isOther() ? seat.get() : undefined);
  };
  const timer = setTimeout(settle, SAID_WITHIN_MS);
  const stop = seat.subscribe(() => {
    if (isOther()) settle();
  });
  if (isOther()) settle();
}
