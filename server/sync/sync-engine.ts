/**
 * Runs jobs: those that are due, and those that somebody has asked for. Several processes may share a database: each takes
 * runs that no other holds, and says again and again that it still works on them.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import { isOutage } from '../store/outages.ts';
import type { SyncRequests } from '../store/sync/sync-requests.ts';
import type { ClaimedRun, SyncRuns } from '../store/sync/sync-runs.ts';
import { workFor } from '../work-owner.ts';
import type { RunEnd } from './run-sync.ts';
import { NOT_KEPT, STOPPED } from './sync-failure.ts';

/** Processes on one database may differ by some seconds in what time it is. */
const LEASE_MS = 60_000;
const KEEP_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 30_000;
/** Of one process. */
const AT_ONCE = 2;
/** Of one run, in this process: what fails so often may do so each time, and people are told. It takes some ten minutes. */
const MOST_OUTAGES = 10;

export type SyncEngineDeps = {
  runs: SyncRuns;
  requests: Pick<SyncRequests, 'askDue'>;
  runSync(run: ClaimedRun, signal: AbortSignal): Promise<RunEnd>;
  clock: Clock;
  ended?: ((outcome: string) => void) | undefined;
  /** `run`: the one that it concerns. */
  failed(error: unknown, run?: ClaimedRun): void;
};

export type SyncEngine = {
  /** Begins what waits. Resolves when it is begun. */
  look(): Promise<void>;
  /** Asks for what is due as well, now and then. */
  start(): void;
  /** Resolves when nothing runs any more. What was not done is gone on with by another process, or after the next start. */
  stop(): Promise<void>;
  /** Resolves when what runs now has ended. */
  idle(): Promise<void>;
};

export function createSyncEngine({
  runs,
  requests,
  runSync,
  clock,
  ended: told,
  failed,
}: SyncEngineDeps): SyncEngine {
  const holder = randomUUID();
  const closing = new AbortController();
  const active = new Set<Promise<void>>();
  /** By run that goes on: how many times the database was away from it. */
  const outages = new Map<string, number>();
  let looking = Promise.resolve();
  let stopLooking = () => {};

  /** After an outage of the database, which may be over when the run is claimed again. */
  function mayGoOn({ runId }: ClaimedRun, error: unknown): boolean {
    const count = (outages.get(runId) ?? 0) + 1;
    outages.set(runId, count);
    return isOutage(error) && count < MOST_OUTAGES;
  }

  async function work(run: ClaimedRun): Promise<void> {
    const ended = new AbortController();
    let leaseUntil = clock.now() + LEASE_MS;
    const stopKeeping = clock.every(KEEP_EVERY_MS, () => {
      const until = clock.now() + LEASE_MS;
      runs.keep(run, new Date(until)).then(
        (kept) => {
          if (kept === undefined) ended.abort('lost');
          else if (kept.stopAsked) ended.abort('stop');
          else leaseUntil = until;
        },
        // Another process may have begun with it by then.
        () => clock.now() > leaseUntil && ended.abort('lost'),
      );
    });
    try {
      const end = await runSync(run, AbortSignal.any([ended.signal, closing.signal])).catch((error) => {
        failed(error, run);
        return mayGoOn(run, error) ? 'away' : ({ outcome: 'failed', humanError: NOT_KEPT } as const);
      });
      // The run goes on where it was, once its lease is over: as that of a process that was killed.
      if (end === 'away') return;
      outages.delete(run.runId);
      const isStopped = end === 'lost' && ended.signal.reason === 'stop';
      const ending = isStopped ? STOPPED : end;
      if (ending === 'lost') await runs.release(run);
      else if (await runs.end(run, ending, new Date(clock.now()))) told?.(ending.outcome);
    } finally {
      stopKeeping();
    }
  }

  async function begin(): Promise<void> {
    while (active.size < AT_ONCE && !closing.signal.aborted) {
      const run = await runs.claim(holder, new Date(clock.now()), LEASE_MS);
      if (!run) return;
      // Also where an administrator has asked for it: whoever reads a page goes first.
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
    looking = looking.then(begin).catch(failed);
    return looking;
  }

  return {
    look,
    start() {
      stopLooking = clock.every(LOOK_EVERY_MS, () => {
        looking = looking.then(() => requests.askDue(new Date(clock.now()))).catch(failed);
        void look();
      });
    },
    async stop() {
      stopLooking();
      closing.abort();
      await looking;
      await Promise.all(active);
    },
    async idle() {
      await looking;
      while (active.size > 0) {
        await Promise.all(active);
        await looking;
      }
    },
  };
}
