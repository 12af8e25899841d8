/** The line to the broker as this tab knows it, and what this tab does with it. */
import { createObservable } from '#protocol/observable.ts';
import type { LineState } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

const FREE: LineState = { level: 0, reason: undefined };

export function createLine({ ask }: { ask: AskWorker }) {
  const { get, set, subscribe } = createObservable<LineState>(FREE);
  let isSharing = false;
  const tell = () => void ask((worker, tabId) => worker.setSharing(tabId, isSharing));
  return {
    get,
    subscribe,
    set,
    /** Whether this tab sends a screen to others: pictures of devices give way meanwhile. */
    setSharing(next: boolean) {
      if (next === isSharing) return;
      isSharing = next;
      tell();
    },
    /** To a worker that knows nothing. */
    restate() {
      if (isSharing) tell();
    },
    /** Nothing is known of the line of another session. */
    forget: () => set(FREE),
  };
}
