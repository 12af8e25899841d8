import { clockTime } from '#domain/time-text.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { asOf } from '#ui/as-of.ts';
import { useObservable } from '#ui/use-observable.ts';
import { liveConnection } from './live-connection.ts';
import { useConnection } from './use-connection.ts';

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString();

/** Without a connection no messages arrive, so the presence of devices is unknown. */
const isDeaf = ({ name }: Pick<ConnectionState, 'name'>): boolean =>
  name !== 'connected' && name !== 'connecting';

/**
 * Undefined while connected. Otherwise the time of day when the connection was lost, with the date if it was
 * not today; empty if there was no connection yet.
 */
export function useUnheardSince(): string | undefined {
  const { connection } = liveConnection;
  const lostAt = useObservable(connection, connection.lostAt);
  if (!isDeaf(useConnection())) return undefined;
  if (lostAt === undefined) return '';
  return isToday(lostAt) ? clockTime(lostAt) : asOf(lostAt, Date.now());
}

export const notConnectedText = (since: string): string =>
  since === '' ? 'Not connected' : `Not connected – last heard at ${since}`;
