/** Asks the database until it answers, and for how long at most. */
import { AppError } from '#protocol/app-error.ts';
import { isOutage } from '../store/outages.ts';

/**
 * A database that restarts is back in a few seconds, and nobody shall have to connect anew for it: checks again
 * while it is away. `unknown` is called where that takes too long, or where something else fails.
 */
export async function checkPatiently(deps: {
  check(limit: Limit): Promise<void>;
  isOver(): boolean;
  unknown(error: unknown): void;
  limit(over: () => void): Limit;
  pause(): Promise<void>;
}): Promise<void> {
  let outage: unknown;
  // A database whose machine is gone neither answers nor refuses.
  const limit = deps.limit(() => deps.unknown(outage ?? unanswered()));
  try {
    while (!deps.isOver()) {
      try {
        await deps.check(limit);
        return;
      } catch (error) {
        if (!isOutage(error)) {
          deps.unknown(error);
          return;
        }
        outage = error;
        limit.begin();
      }
      await deps.pause();
    }
  } finally {
    limit.clear();
  }
}

const unanswered = () =>
  new AppError('server', 'The database has not answered.', { detail: { status: 503 } });

/** How long the database may take. */
export type Limit = { begin(): void; clear(): void };

export function createTimers() {
  const timers = new Set<NodeJS.Timeout>();

  /** Returns the cancel. */
  function after(ms: number, call: () => void): () => void {
    const timer: NodeJS.Timeout = setTimeout(() => {
      timers.delete(timer);
      call();
    }, ms).unref();
    timers.add(timer);
    return () => {
      timers.delete(timer);
      clearTimeout(timer);
    };
  }

  return {
    /** Calls `over` where `ms` have passed since the first `begin` without a `clear`. */
    limit(ms: number, over: () => void): Limit {
      let cancel: (() => void) | undefined;
      return {
        begin() {
          cancel ??= after(ms, over);
        },
        clear() {
          cancel?.();
          cancel = undefined;
        },
      };
    },
    /** Rejects with an outage where `answer` takes longer. `late` is called where it comes after that. */
    within(ms: number, answer: Promise<void>, late: () => void): Promise<void> {
      return new Promise((resolve, reject) => {
        let isLate = false;
        const cancel = after(ms, () => {
          isLate = true;
          reject(unanswered());
        });
        answer.then(
          () => {
            cancel();
            if (isLate) late();
            else resolve();
          },
          (error: unknown) => {
            cancel();
            reject(error);
          },
        );
      });
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
