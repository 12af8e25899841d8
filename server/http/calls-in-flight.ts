/** How many calls are being answered: work that nobody waits for lets them go first. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#protocol/clock.ts';

export type CallsInFlight = {
  /** Counts the calls of this scope. */
  count(scope: FastifyInstance): void;
  /** Resolves when none is being answered, or when so much time has passed that it is the waiting one's turn. */
  quiet(): Promise<void>;
};

/** The database lets calls go first by itself (`store/database-turns.ts`): this is for the pauses between their statements. */
const MOST_MS = 40;

export function createCallsInFlight(clock: Pick<Clock, 'after'>): CallsInFlight {
  let running = 0;
  const waiting = new Set<() => void>();
  return {
    count(scope) {
      scope.addHook('onRequest', async (_request, reply) => {
        running += 1;
        // Also where the caller has gone before it was answered.
        reply.raw.once('close', () => {
          running -= 1;
          if (running === 0) for (const go of [...waiting]) go();
        });
      });
    },
    async quiet() {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          cancel();
          waiting.delete(go);
          resolve();
        };
        const cancel = clock.after(MOST_MS, go);
        waiting.add(go);
      });
    },
  };
}
