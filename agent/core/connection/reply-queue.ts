/** Replies that the broker has not acknowledged yet: sent again after a reconnect while anyone waits for them. */
import type { Clock } from '../clock.ts';
import type { LinkPublish } from './transport.ts';

const MOST_KEPT = 200;

export function createOutbox(deps: { clock: Clock; publish: (message: LinkPublish) => Promise<boolean> }) {
  const waiting = new Map<number, { message: LinkPublish; until: number }>();
  let next = 0;

  const send = async (key: number, message: LinkPublish) => {
    if (await deps.publish(message)) waiting.delete(key);
  };

  return {
    add(message: LinkPublish, ttlMs: number): void {
      const key = next++;
      waiting.set(key, { message, until: deps.clock.now() + ttlMs });
      const oldest = waiting.keys().next().value;
      if (waiting.size > MOST_KEPT && oldest !== undefined) waiting.delete(oldest);
      void send(key, message);
    },
    /** Called when a link has opened. */
    flush(): void {
      for (const [key, { message, until }] of [...waiting]) {
        if (until <= deps.clock.now()) waiting.delete(key);
        else void send(key, message);
      }
    },
    clear: () => waiting.clear(),
  };
}
