/** Timers for the database queries of a recheck. */
import { AppError } from '#protocol/app-error.ts';

export const unanswered = () =>
  new AppError('server', 'The database has not answered.', { detail: { status: 503 } });

/** A time limit for the database. */
export type Limit = { begin(): void; clear(): void };

/** `stop` clears all timers, so that no callback runs afterwards. */
export function createRecheckTimers() {
  const timers = new Set<NodeJS.Timeout>();

  /** Returns a function that cancels the timer. */
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
    after,
    /** Calls `over` when `ms` have passed since the first `begin` without a `clear`. */
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
    /** Rejects with an outage after `ms`. `late` is called if `answer` resolves afterwards. */
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
