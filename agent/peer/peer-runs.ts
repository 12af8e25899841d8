/** Tracks the runs that the device core has started: each ends once and releases everything it uses. */
import type { PeerEnd, PeerRun } from '../core/peer-world.ts';

/** Starts the work of a run and returns the function that releases everything. `finish` ends the run. */
export type StartRun = (finish: (end: PeerEnd) => void) => () => void;

export function createPeerRuns(deps: { onEnded: () => void }) {
  const runs = new Set<PeerRun>();
  let isStopped = false;

  return {
    count: () => runs.size,
    begin(start: StartRun): PeerRun {
      let resolveEnd: (end: PeerEnd) => void = () => {};
      let release: (() => void) | undefined;
      let isOver = false;
      const ended = new Promise<PeerEnd>((resolve) => {
        resolveEnd = resolve;
      });
      const finish = (end: PeerEnd) => {
        if (isOver) return;
        isOver = true;
        runs.delete(run);
        release?.();
        resolveEnd(end);
        deps.onEnded();
      };
      const run: PeerRun = { ended, end: () => finish('ended') };
      if (isStopped) {
        finish('failed');
        return run;
      }
      runs.add(run);
      release = start(finish);
      if (isOver) release();
      return run;
    },
    /** Ends all runs. A run that begins later fails. */
    stop(): void {
      isStopped = true;
      for (const run of [...runs]) run.end();
    },
    isStopped: () => isStopped,
  };
}
