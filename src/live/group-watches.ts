/** The open watches of this tab. */
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { createGroupWatch, type OpenableWatch } from './group-watch.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export function createGroupWatches({ ask }: { ask: AskWorker }) {
  const watches = new Map<string, OpenableWatch>();
  const closing = new Map<OpenableWatch, ReturnType<typeof setTimeout>>();

  function close(watch: OpenableWatch) {
    closing.delete(watch);
    watches.delete(watch.id);
    watch.close();
  }

  return {
    create: (): OpenableWatch => createGroupWatch({ ask }),
    /** Opens the watch or changes its request; returns the close. */
    open(watch: OpenableWatch, request: WatchRequest): () => void {
      clearTimeout(closing.get(watch));
      closing.delete(watch);
      watches.set(watch.id, watch);
      watch.open(request);
      // Deferred, because React closes and opens in one go (StrictMode, a changed request).
      return () => void closing.set(watch, setTimeout(close, 0, watch));
    },
    get: (watchId: string): OpenableWatch | undefined => watches.get(watchId),
    /** Repeats all requests to a new worker. */
    restate() {
      for (const watch of watches.values()) watch.restate();
    },
    /** The worker is connected and receives device messages. */
    connected() {
      for (const watch of watches.values()) watch.connected();
    },
    /** Another session begins, so all watches are cleared. */
    forget() {
      for (const watch of watches.values()) watch.forget();
    },
    /** Number of open watches, for a leak test. */
    count: () => watches.size,
  };
}
