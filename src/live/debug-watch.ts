/** Data of the debug view: the worker's own report about a watch, polled every second. */
import type { DebugReport } from '#protocol/debug-report.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type DebugWatchDeps = { ask: AskWorker };

const POLL_INTERVAL_MS = 1_000;

export function createDebugWatch({ ask }: DebugWatchDeps) {
  return {
    /**
     * Calls with the first report immediately and then every second; returns the stop. The target must be
     * watched. `clientIds`: called before each report, which is limited to these clients.
     */
    watch(
      of: WatchRequest['of'],
      onReport: (report: DebugReport) => void,
      clientIds?: () => readonly string[],
    ): () => void {
      let stopped = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      async function report() {
        // Wait a moment, so that all cards mounted in one go are included.
        await Promise.resolve();
        if (stopped) return;
        const only = clientIds ? [clientIds()] : [];
        const answer = await ask((worker, tabId) => worker.debug(tabId, of, ...only));
        if (stopped) return;
        if (answer) onReport(answer);
        // Scheduled after the answer, so that a slow worker does not get two requests.
        timer = setTimeout(() => void report(), POLL_INTERVAL_MS);
      }
      void report();
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
    /** Removes clients that left and resets the counters of the others. */
    async clear(of: WatchRequest['of']): Promise<void> {
      await ask((worker, tabId) => worker.clearDebug(tabId, of));
    },
  };
}
