/** A database whose machine is gone, or whose address has moved, neither answers nor refuses. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';

type Pool = {
  connect(): Promise<PoolClient>;
  end: PostgresPool['end'];
};
/** `processID`: of the database's own process for this connection. */
type PoolClient = Pick<PostgresPoolClient, 'query'> & {
  processID?: number | null | undefined;
  release(error?: Error): void;
};

export type AnswerLimit = {
  /** How long a query waits before it is asked for; undefined: it waits for ever. */
  afterMs(): number | undefined;
  /** Asks, over another connection, whether the database still works on what this process of its own was asked. */
  isAtWork(processId: number): Promise<boolean>;
};

/**
 * `pool`, whose queries end with `ETIMEDOUT` where the database has forgotten them. The connection is closed with its query,
 * as an answer that came later would belong to nobody. A query that takes long is waited for.
 */
export function withAnswerLimit(pool: Pool, limit: AnswerLimit): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let silence: Error | undefined;
      const query = async (sql: string, parameters: readonly unknown[]) => {
        if (silence) throw silence;
        const answer = client.query(sql, parameters);
        const ms = limit.afterMs();
        const { processID } = client;
        if (ms === undefined || typeof processID !== 'number') return answer;
        const looks = createLooks(ms, () => limit.isAtWork(processID));
        const forgotten = looks.forgotten.then(() => {
          silence = Object.assign(new Error('The database has not answered.'), { code: 'ETIMEDOUT' });
          throw silence;
        });
        return Promise.race([answer, forgotten]).finally(looks.stop);
      };
      return {
        query: query as PostgresPoolClient['query'],
        // The pool closes a connection that is given back with an error.
        release: () => client.release(silence),
      };
    },
    end: () => pool.end(),
  };
}

/** Looks again and again; `forgotten` resolves once `isAtWork` says no. After `stop` it never does. */
function createLooks(everyMs: number, isAtWork: () => Promise<boolean>) {
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
