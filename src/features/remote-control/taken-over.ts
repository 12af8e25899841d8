/** The controller of a device, from the device's reports while its screen is open and shortly after. */

export type Controller = { sessionId: string; tutorName?: string | undefined };

/** Watches one device while it is controlled. */
export type ControllerWatch = {
  /** Undefined: no tutor, or the device does not report which one. */
  get(): Controller | undefined;
  subscribe(call: () => void): () => void;
  close(): void;
};

/** A device's report may arrive later than the end of its screen. */
const MAX_WAIT_MS = 3_000;

/** Calls back once with the tutor who has taken over, or undefined if the device has ended the session. */
export function notifyTakenOver(
  watch: ControllerWatch,
  sessionId: string,
  notify: (controller: Controller | undefined) => void,
): void {
  const isOther = () => watch.get()?.sessionId !== sessionId;
  const settle = () => {
    stop();
    clearTimeout(timer);
    notify(isOther() ? watch.get() : undefined);
  };
  const timer = setTimeout(settle, MAX_WAIT_MS);
  const stop = watch.subscribe(() => {
    if (isOther()) settle();
  });
  if (isOther()) settle();
}
