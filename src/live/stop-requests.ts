/** Requests to end screen shares: passes each to the worker, or to the next one if none is attached. */
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type StopRequestsDeps = {
  ask: AskWorker;
  nowMs(): number;
};

type StopRequest = { sessionIds: readonly string[]; askedAt: number };

const TTL_MS = actionTtlSeconds('stopScreenShares') * 1_000;

export function createStopRequests({ ask, nowMs }: StopRequestsDeps) {
  const unsent = new Set<StopRequest>();

  async function send(request: StopRequest) {
    const isSent = await ask(async (worker, tabId) => {
      await worker.requestStopScreenShares(tabId, [...request.sessionIds]);
      return true;
    });
    if (isSent) unsent.delete(request);
  }

  function forgetOld() {
    for (const request of unsent) if (nowMs() - request.askedAt > TTL_MS) unsent.delete(request);
  }

  return {
    add(sessionIds: readonly string[]) {
      if (sessionIds.length === 0) return;
      forgetOld();
      const request = { sessionIds: [...sessionIds], askedAt: nowMs() };
      unsent.add(request);
      void send(request);
    },
    /** Repeats unsent requests to a new worker. Duplicates are harmless. */
    restate() {
      forgetOld();
      for (const request of unsent) void send(request);
    },
    /** The session of these requests has ended. */
    clear: () => unsent.clear(),
  };
}
