/**
 * Queues connections with the same client id. aedes takes over only from the registered connection: if
 * several arrived at the same moment, all but one would stay open, unknown to aedes and to later permission
 * checks.
 */
import type { Duplex } from 'node:stream';

type Arriving = { conn: Duplex };

export type TakeoverQueue = {
  /** Resolves when the previous client with this id is registered or has closed. */
  take(client: Arriving, clientId: string): Promise<void>;
  /** Called when the client is registered, which admits the next one. */
  done(client: Arriving): void;
};

export function createTakeoverQueue(): TakeoverQueue {
  /** The last arrival per client id that is not registered yet. */
  const last = new Map<string, Promise<void>>();
  const finish = new WeakMap<Arriving, () => void>();
  return {
    take(client, clientId) {
      const before = last.get(clientId) ?? Promise.resolve();
      const mine = new Promise<void>((resolve) => {
        finish.set(client, resolve);
        if (client.conn.destroyed) resolve();
        else client.conn.once('close', resolve);
      }).finally(() => {
        if (last.get(clientId) === mine) last.delete(clientId);
      });
      last.set(clientId, mine);
      return before;
    },
    done: (client) => finish.get(client)?.(),
  };
}
