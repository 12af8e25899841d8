/** The state of the network line to the broker, and whether this tab is sharing its screen over it. */
import { createObservable } from '#protocol/observable.ts';
import type { LineState } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

const FREE: LineState = { level: 0, reason: undefined };

export function createLine({ ask }: { ask: AskWorker }) {
  const { get, set, subscribe } = createObservable<LineState>(FREE);
  let isSharing = false;
  const send = () => void ask((worker, tabId) => worker.setSharing(tabId, isSharing));
  return {
    get,
    subscribe,
    set,
    /** While this tab shares a screen, device pictures are throttled in favour of it. */
    setSharing(next: boolean) {
      if (next === isSharing) return;
      isSharing = next;
      send();
    },
    /** Repeats the state to a new worker. */
    restate() {
      if (isSharing) send();
    },
    /** The line of another session is unknown. */
    forget: () => set(FREE),
  };
}
