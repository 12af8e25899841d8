/** Detects a database that does not respond at all, because its machine is gone or its address has moved. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';

type Pool = {
  connect(): Promise<PoolClient>;
  end: PostgresPool['end'];
};
/** `processID`: id of the server process that handles this connection. */
type PoolClient = Pick<PostgresPoolClient, 'query'> & {
  processID?: number | null | undefined;
  release(error?: Error): void;
};

export type AnswerLimit = {
  /** Time after which the platform checks on an unanswered query; undefined: never. */
  afterMs(): number | undefined;
  /** Checks over another connection whether this server process still works on its query. */
  isAtWork(processId: number): Promise<boolean>;
};

/**
 * A pool whose queries reject with `ETIMEDOUT` once the database no longer works on them. The connection is
 * closed too, because a late answer would be taken for that of another query. A slow query is awaited as long
 * as the database works on it.
 */
export function withAnswerLimit(pool: Pool, limit: AnswerLimit): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let timeoutError: Error | undefined;
      const query = async (sql: string, parameters: readonly unknown[]) => {
        if (timeoutError) throw timeoutError;
        const answer = client.query(sql, parameters);
        const ms = limit.afterMs();
        const { processID } = client;
        if (ms === undefined || typeof processID !== 'number') return answer;
        const checks = createChecks(ms, () => limit.isAtWork(processID));
        const forgotten = checks.forgotten.then(() => {
          timeoutError = Object.assign(new Error('The database has not answered.'), { code: 'ETIMEDOUT' });
          throw timeoutError;
        });
        return Promise.race([answer, forgotten]).finally(checks.stop);
      };
      return {
        query: query as PostgresPoolClient['query'],
        // The pool closes a connection that is released with an error.
        release: () => client.release(timeoutError),
      };
    },
    end: () => pool.end(),
  };
}

/** Polls `isAtWork`; `forgotten` resolves once it returns false. After `stop`, `forgotten` never resolves. */
function createChecks(everyMs: number, isAtWork: () => Promise<boolean>) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const forgotten = new Promise<void>((resolve) => {
    const later = () => {
      timer = setTimeout(async () => {
        const isWaitedFor = await isAtWork();
        if (isStopped) return;
        if (isWaitedFor) later();
        else resolve();
      }, everyMs);
    };
    later();
  });
  return {
    forgotten,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
