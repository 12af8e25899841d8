/** What the debug view reads: the worker's own account of a group, asked for again and again. */
import type { DebugReport } from '#protocol/debug-report.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type DebugWatchDeps = { ask: AskWorker };

const REPORT_EVERY_MS = 1_000;

/** Calls with the first report at once and then every second; returns the stop. The group has to be watched. */
export function createDebugWatch({ ask }: DebugWatchDeps) {
  return (groupId: string, onReport: (report: DebugReport) => void): (() => void) => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function report() {
      const answer = await ask((worker, tabId) => worker.debug(tabId, groupId));
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
  };
}
