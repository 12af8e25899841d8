import type { Settable } from '#protocol/observable.ts';
import type { RemoteControl, Wanted } from './create-remote-control.ts';

/**
 * Begins the wanted remote control and ends an unwanted one. A remote control that has ended by itself is no
 * longer wanted. Returns the stop function.
 */
export function followWanted(
  wanted: Settable<Wanted | undefined>,
  control: Pick<RemoteControl, 'get' | 'subscribe' | 'open' | 'close'>,
): () => void {
  const beginOrEnd = () => {
    const next = wanted.get();
    if (next) void control.open(next);
    else control.close();
  };
  const stops = [
    wanted.subscribe(beginOrEnd),
    control.subscribe(() => {
      if (control.get().name === 'closed') wanted.set(undefined);
    }),
  ];
  beginOrEnd();
  return () => {
    for (const stop of stops) stop();
  };
}
