/** What the debug view reads: the worker's own account of what is watched, asked for again and again. */
import type { DebugReport } from '#protocol/debug-report.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type DebugWatchDeps = { ask: AskWorker };

const REPORT_EVERY_MS = 1_000;

export function createDebugWatch({ ask }: DebugWatchDeps) {
  return {
    /**
     * Calls with the first report at once and then every second; returns the stop. What it is of has to be watched.
     * `clientIds`: asked before each report, which is of these clients alone.
     */
    watch(
      of: WatchRequest['of'],
      onReport: (report: DebugReport) => void,
      clientIds?: () => readonly string[],
    ): () => void {
      let stopped = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      async function report() {
        // After a moment: all cards that come in one go are asked about.
        await Promise.resolve();
        if (stopped) return;
        const only = clientIds ? [clientIds()] : [];
        const answer = await ask((worker, tabId) => worker.debug(tabId, of, ...only));
        if (stopped) return;
        if (answer) onReport(answer);
        // After the answer, so that a slow worker is not asked twice.
        timer = setTimeout(() => void report(), REPORT_EVERY_MS);
      }
      void report();
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
    /** Who has left is forgotten, the others are counted anew. */
    async clear(of: WatchRequest['of']): Promise<void> {
      await ask((worker, tabId) => worker.clearDebug(tabId, of));
    },
  };
}
