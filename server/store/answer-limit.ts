/** A database whose machine is gone, or whose address has moved, neither answers nor refuses. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';

type Pool = {
  connect(): Promise<Pick<PostgresPoolClient, 'query'> & { release(error?: Error): void }>;
  end: PostgresPool['end'];
};

/**
 * `pool`, whose queries end with `ETIMEDOUT` after `limitMs()`; undefined: they may take as long as they like. The
 * connection is closed with its query, as an answer that came later would belong to nobody.
 */
export function withAnswerLimit(pool: Pool, limitMs: () => number | undefined): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let silence: Error | undefined;
      const query = async (sql: string, parameters: readonly unknown[]) => {
        if (silence) throw silence;
        const answer = client.query(sql, parameters);
        const ms = limitMs();
        if (ms === undefined) return answer;
        return withinMs(ms, answer, () => {
          silence = Object.assign(new Error('The database has not answered.'), { code: 'ETIMEDOUT' });
          return silence;
        });
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

async function withinMs<Answer>(ms: number, answer: Promise<Answer>, over: () => Error): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(over()), ms);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
