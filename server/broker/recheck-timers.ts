/** For how long the database may be asked for the rights of a connection. */
import { AppError } from '#protocol/app-error.ts';

export const unanswered = () =>
  new AppError('server', 'The database has not answered.', { detail: { status: 503 } });

/** How long the database may take. */
export type Limit = { begin(): void; clear(): void };

/** `stop` ends them all: nothing is called any more. */
export function createRecheckTimers() {
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
    after,
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
