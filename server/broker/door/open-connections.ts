/** The open connections by client id. Each one ends when its access token expires. */
import type { EpochMs } from '#protocol/clock.ts';
import type { Connection } from './connection.ts';

/** The longest delay of a Node timer. */
const MAX_DURATION_MS = 2 ** 31 - 1;

export type OpenConnectionsDeps = {
  /** Called when the access token of this connection has expired. */
  expired(connection: Connection): void;
  now(): EpochMs;
};

export type OpenConnections = {
  add(connection: Connection): void;
  /** False: another connection has taken over the client id. */
  remove(connection: Connection): boolean;
  isOpen(connection: Connection): boolean;
  all(): Iterable<Connection>;
  stop(): void;
};

export function createOpenConnections({ expired, now }: OpenConnectionsDeps): OpenConnections {
  const open = new Map<string, Connection>();
  const expiries = new Map<Connection, NodeJS.Timeout>();
  const isOpen = (connection: Connection) => open.get(connection.clientId) === connection;

  return {
    add(connection) {
      open.set(connection.clientId, connection);
      const leftMs = connection.claims.exp * 1000 - now();
      const timeoutMs = Math.min(Math.max(leftMs, 0), MAX_DURATION_MS);
      expiries.set(
        connection,
        setTimeout(() => expired(connection), timeoutMs),
      );
    },
    remove(connection) {
      clearTimeout(expiries.get(connection));
      expiries.delete(connection);
      return isOpen(connection) && open.delete(connection.clientId);
    },
    isOpen,
    all: () => open.values(),
    stop() {
      for (const timer of expiries.values()) clearTimeout(timer);
      expiries.clear();
    },
  };
}
