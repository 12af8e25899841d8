/** Holds unacknowledged replies and sends them again after a reconnect until they expire. */
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { TransportPublish } from './transport.ts';

const MAX_KEPT = 200;

export function createReplyQueue(deps: {
  clock: Clock;
  publish: (message: TransportPublish) => Promise<boolean>;
}) {
  const waiting = new Map<number, { message: TransportPublish; until: EpochMs }>();
  let next = 0;

  const send = async (key: number, message: TransportPublish) => {
    if (await deps.publish(message)) waiting.delete(key);
  };

  return {
    add(message: TransportPublish, ttlMs: number): void {
      const key = next++;
      waiting.set(key, { message, until: deps.clock.now() + ttlMs });
      const oldest = waiting.keys().next().value;
      if (waiting.size > MAX_KEPT && oldest !== undefined) waiting.delete(oldest);
      void send(key, message);
    },
    /** Called when a transport has opened. */
    flush(): void {
      for (const [key, { message, until }] of [...waiting]) {
        if (until <= deps.clock.now()) waiting.delete(key);
        else void send(key, message);
      }
    },
    clear: () => waiting.clear(),
  };
}
