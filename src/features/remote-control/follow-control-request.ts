import type { Settable } from '#protocol/observable.ts';
import type { ControlRequest, RemoteControl } from './create-remote-control.ts';

/**
 * Begins the wanted remote control and ends an unwanted one. A remote control that has ended by itself is no
 * longer wanted. Returns the stop function.
 */
export function followControlRequest(
  request: Settable<ControlRequest | undefined>,
  control: Pick<RemoteControl, 'get' | 'subscribe' | 'open' | 'close'>,
): () => void {
  const beginOrEnd = () => {
    const next = request.get();
    if (next) void control.open(next);
    else control.close();
  };
  const stops = [
    request.subscribe(beginOrEnd),
    control.subscribe(() => {
      if (control.get().name === 'closed') request.set(undefined);
    }),
  ];
  beginOrEnd();
  return () => {
    for (const stop of stops) stop();
  };
}
