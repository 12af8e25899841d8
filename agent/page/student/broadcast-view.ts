/** The tutor's screen that is shown over the page. */
import { createObservable } from '#protocol/observable.ts';
import type { ShownBroadcast } from '../../student-ui/broadcast/broadcast-overlay.tsx';

export function createBroadcastView() {
  const shown = createObservable<ShownBroadcast | undefined>(undefined);
  let refuse: (() => void) | undefined;
  return {
    shown,
    /** Closes the broadcast for the student; the tutor is notified. */
    close: () => refuse?.(),
    /** Shows a stream; used as the peer world's `show`. */
    show(stream: MediaStream, tutorName: string | undefined): { stop(): void; refused: Promise<void> } {
      const mine: ShownBroadcast = { stream, tutorName };
      const refused = new Promise<void>((resolve) => {
        refuse = resolve;
      });
      shown.set(mine);
      return {
        stop() {
          if (shown.get() === mine) shown.set(undefined);
        },
        refused,
      };
    },
  };
}
export type BroadcastView = ReturnType<typeof createBroadcastView>;
