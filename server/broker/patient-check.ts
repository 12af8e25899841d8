/** Asks the database until it answers, and for how long at most. */
import { isOutage } from '../store/outages.ts';
import { type Limit, unanswered } from './recheck-timers.ts';

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
