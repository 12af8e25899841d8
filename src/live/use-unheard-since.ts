import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { useObservable } from '../ui/use-observable.ts';
import { liveConnection } from './live-connection.ts';
import { useConnection } from './use-connection.ts';

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Without a connection nobody is heard, and nobody is known to be there or gone. */
const isDeaf = ({ name }: Pick<ConnectionState, 'name'>): boolean =>
  name !== 'connected' && name !== 'connecting';

/**
 * Undefined while devices can be heard. Else since when they cannot, as a time of day; empty where there was no
 * connection yet.
 */
export function useUnheardSince(): string | undefined {
  const { connection } = liveConnection;
  const lostAt = useObservable(connection, connection.lostAt);
  if (!isDeaf(useConnection())) return undefined;
  return lostAt === undefined ? '' : time.format(lostAt);
}

export const notConnectedText = (since: string): string =>
  since === '' ? 'Not connected' : `Not connected – last heard at ${since}`;
