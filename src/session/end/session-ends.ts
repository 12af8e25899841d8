/** Listeners that release the resources of a session when it ends, such as connections and caches. */
import { type Clock, settledWithin } from '#protocol/clock.ts';

/** The reason why listeners must release the session's resources. */
export type SessionEnd = 'signed-out' | 'switched';
export type EndListener = (end: SessionEnd) => void | Promise<void>;

/** Time limit for the listeners before the page unloads. */
const TIMEOUT_MS = 1_500;

export function createSessionEnds(clock: Pick<Clock, 'after'>) {
  const listeners = new Set<EndListener>();
  return {
    /** Calls `listener` when the session ends; returns the removal. */
    onEnd(listener: EndListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves when all listeners have finished, or after the time limit. */
    notify: (end: SessionEnd): Promise<void> =>
      settledWithin(
        clock,
        TIMEOUT_MS,
        [...listeners].map(async (listener) => listener(end)),
      ),
  };
}
