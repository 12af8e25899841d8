/**
 * Lets connections with one client identifier in one after the other. aedes takes over from the one that it has
 * registered: of several that come at the same moment all but one would live on unknown to it, and to every later
 * check of permissions.
 */
import type { Duplex } from 'node:stream';

type Arriving = { conn: Duplex };

export type TakeoverTurns = {
  /** Resolves when the client that came before is registered, or gone. */
  take(client: Arriving, clientId: string): Promise<void>;
  /** The client is registered: the next one may come in. */
  done(client: Arriving): void;
};

export function createTakeoverTurns(): TakeoverTurns {
  /** The last that came, by client identifier, while it is not registered. */
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
