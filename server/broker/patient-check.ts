/** Retries checks while the database is unreachable, up to a time limit. */
import { isOutage } from '#store/outages.ts';
import { type Limit, unanswered } from './recheck-timers.ts';

/**
 * Repeats `check` while the database is away, because a restart takes a few seconds and should not disconnect
 * clients. `unknown` is called if that takes too long, or after another failure.
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
