/** Who lets go of what belongs to the session when it ends: connections, caches. */
import { type Clock, settledWithin } from '#protocol/clock.ts';

/** Why the others must let go of what they hold of the session. */
export type SessionEnd = 'signed-out' | 'switched';
export type EndListener = (end: SessionEnd) => void | Promise<void>;

/** Others get this long to let go before the page is left. */
const END_LIMIT_MS = 1_500;

export function createSessionEnds(clock: Pick<Clock, 'after'>) {
  const listeners = new Set<EndListener>();
  return {
    /** Calls `listener` when the session ends; the returned function ends that. */
    onEnd(listener: EndListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves when all have let go, or their time is over. */
    tell: (end: SessionEnd): Promise<void> =>
      settledWithin(
        clock,
        END_LIMIT_MS,
        [...listeners].map(async (listener) => listener(end)),
      ),
  };
}
