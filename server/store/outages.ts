/** Failures of the database, not of the caller: it is unreachable or its disk is full. Callers may retry. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { AppError, isAppError } from '#protocol/app-error.ts';

/** Codes of PostgreSQL and of the connection. Class 08 (connection errors) counts as well. */
const AWAY = new Set([
  '57P01', // server shuts down
  '57P02', // crash of another server process
  '57P03', // server is starting
  '53300', // too many connections
  'XX000', // thread of the embedded engine has ended
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Messages of the client library that come without a code. */
const AWAY_TEXT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Seconds. A server restarts within a few, whereas an operator has to free disk space. */
const AWAY_RETRY_S = 2;
const NO_ROOM_RETRY_S = 30;

/** The refusal with status 503 for a full disk of the database or this machine; undefined: another error. */
export function noRoomOf(error: unknown): AppError | undefined {
  if (!NO_ROOM.has((error as { code?: string } | undefined)?.code ?? '')) return undefined;
  return new AppError('server', 'The platform has no room left to store anything.', {
    cause: error,
    detail: { status: 503, retryAfter: NO_ROOM_RETRY_S },
  });
}

/** Converts an outage of the database into the error of the request; undefined for other errors. */
function outageOf(error: unknown): AppError | undefined {
  const full = noRoomOf(error);
  if (full) return full;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (!AWAY.has(code) && !code.startsWith('08') && !AWAY_TEXT.test(message)) return undefined;
  return new AppError('server', 'The platform’s database does not answer at this moment.', {
    cause: error,
    detail: { status: 503, retryAfter: AWAY_RETRY_S },
  });
}

/** True for an error that `withOutages` throws; the same query may be retried. */
export const isOutage = (error: unknown): boolean => isAppError(error) && error.detail.status === 503;

const WRITE = /^\s*(insert|update|delete|merge)\b/i;

/** `hasRoom` is false from a write that a full disk refused until the next write that succeeds. */
type OutagePool = PostgresPool & { hasRoom(): boolean };

/** A pool that throws outages as `outageOf` converts them. */
export function withOutages(pool: PostgresPool): OutagePool {
  let hasRoom = true;
  const failed = (error: unknown): never => {
    const outage = outageOf(error);
    if (noRoomOf(error)) hasRoom = false;
    throw outage ?? error;
  };
  return {
    hasRoom: () => hasRoom,
    async connect() {
      const client = await pool.connect().catch(failed);
      return {
        query: (async (sql: string, parameters: readonly unknown[]) => {
          const answer = await client.query(sql, parameters).catch(failed);
          if (!hasRoom && WRITE.test(sql)) hasRoom = true;
          return answer;
        }) as PostgresPoolClient['query'],
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  };
}
