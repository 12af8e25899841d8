/** Counts the calls in progress, so that background work can wait for them. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#protocol/clock.ts';

export type CallsInFlight = {
  /** Counts the calls of this scope. */
  count(scope: FastifyInstance): void;
  /** Resolves when no call is in progress, or after `maxMs`. */
  quiet(maxMs: number): Promise<void>;
};

export function createCallsInFlight(clock: Pick<Clock, 'after'>): CallsInFlight {
  let running = 0;
  const waiting = new Set<() => void>();
  return {
    count(scope) {
      scope.addHook('onRequest', async (_request, reply) => {
        running += 1;
        // Emitted also if the client has disconnected before the response.
        reply.raw.once('close', () => {
          running -= 1;
          if (running === 0) for (const go of [...waiting]) go();
        });
      });
    },
    async quiet(maxMs) {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          cancel();
          waiting.delete(go);
          resolve();
        };
        const cancel = clock.after(maxMs, go);
        waiting.add(go);
      });
    },
  };
}
