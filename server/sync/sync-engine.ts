/**
 * Runs jobs that are due or were requested. Several processes may share a database: each claims runs that no
 * other holds, and renews its lease on them.
 */
import { randomUUID } from 'node:crypto';
import { workFor } from '#base/work-owner.ts';
import type { Clock } from '#protocol/clock.ts';
import { isOutage } from '#store/outages.ts';
import type { SyncRequests } from '#store/sync/sync-requests.ts';
import type { ClaimedRun, SyncRuns } from '#store/sync/sync-runs.ts';
import type { RunEnd } from './run-sync.ts';
import { NOT_KEPT, STOPPED } from './sync-failure.ts';

/** Clocks of processes on one database may differ by some seconds. */
const LEASE_MS = 60_000;
const RENEW_INTERVAL_MS = 5_000;
const POLL_INTERVAL_MS = 30_000;
/** Concurrent runs of one process. */
const CONCURRENCY = 2;
/** Failed attempts of one run, over about ten minutes; then the cause may be permanent and is reported. */
const MAX_OUTAGES = 10;

export type SyncEngineDeps = {
  runs: SyncRuns;
  requests: Pick<SyncRequests, 'requestDue'>;
  runSync(run: ClaimedRun, signal: AbortSignal): Promise<RunEnd>;
  clock: Clock;
  ended?: ((outcome: string) => void) | undefined;
  /** `run`: the affected run, if any. */
  failed(error: unknown, run?: ClaimedRun): void;
};

export type SyncEngine = {
  /** Claims and starts waiting runs. Resolves when they have started. */
  look(): Promise<void>;
  /** Starts waiting runs and requests due jobs, at intervals. */
  start(): void;
  /** Resolves when no run is active. Another process, or the next start, continues unfinished runs. */
  stop(): Promise<void>;
  /** Resolves when the active runs have ended. */
  idle(): Promise<void>;
};

export function createSyncEngine({
  runs,
  requests,
  runSync,
  clock,
  ended: onEnded,
  failed,
}: SyncEngineDeps): SyncEngine {
  const holder = randomUUID();
  const closing = new AbortController();
  const active = new Set<Promise<void>>();
  /** Database outages by id of the run. */
  const outages = new Map<string, number>();
  let claiming = Promise.resolve();
  let stopPolling = () => {};

  /** Whether the run may be retried after an outage of the database. */
  function mayRetry({ runId }: ClaimedRun, error: unknown): boolean {
    const count = (outages.get(runId) ?? 0) + 1;
    outages.set(runId, count);
    return isOutage(error) && count < MAX_OUTAGES;
  }

  async function work(run: ClaimedRun): Promise<void> {
    const ended = new AbortController();
    let leaseUntil = clock.now() + LEASE_MS;
    const stopRenewing = clock.every(RENEW_INTERVAL_MS, () => {
      const until = clock.now() + LEASE_MS;
      runs.keep(run, new Date(until)).then(
        (kept) => {
          if (kept === undefined) ended.abort('lost');
          else if (kept.stopAsked) ended.abort('stop');
          else leaseUntil = until;
        },
        // Another process may have claimed the run by then.
        () => clock.now() > leaseUntil && ended.abort('lost'),
      );
    });
    try {
      const end = await runSync(run, AbortSignal.any([ended.signal, closing.signal])).catch((error) => {
        failed(error, run);
        return mayRetry(run, error) ? 'away' : ({ outcome: 'failed', humanError: NOT_KEPT } as const);
      });
      // The run is claimed again after its lease has expired, like that of a process that was killed.
      if (end === 'away') return;
      outages.delete(run.runId);
      const isStopped = end === 'lost' && ended.signal.reason === 'stop';
      const ending = isStopped ? STOPPED : end;
      if (ending === 'lost') await runs.release(run);
      else if (await runs.end(run, ending, new Date(clock.now()))) onEnded?.(ending.outcome);
    } finally {
      stopRenewing();
    }
  }

  async function begin(): Promise<void> {
    while (active.size < CONCURRENCY && !closing.signal.aborted) {
      const run = await runs.claim(holder, new Date(clock.now()), LEASE_MS);
      if (!run) return;
      // In the background even if an administrator requested it, because page loads have priority.
      const working: Promise<void> = workFor('background', () => work(run))
        .catch(failed)
        .finally(() => {
          active.delete(working);
          void look();
        });
      active.add(working);
    }
  }

  function look(): Promise<void> {
    claiming = claiming.then(begin).catch(failed);
    return claiming;
  }

  return {
    look,
    start() {
      stopPolling = clock.every(POLL_INTERVAL_MS, () => {
        claiming = claiming.then(() => requests.requestDue(new Date(clock.now()))).catch(failed);
        void look();
      });
    },
    async stop() {
      stopPolling();
      closing.abort();
      await claiming;
      await Promise.all(active);
    },
    async idle() {
      await claiming;
      while (active.size > 0) {
        await Promise.all(active);
        await claiming;
      }
    },
  };
}
