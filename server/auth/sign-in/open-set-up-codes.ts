/** Which of the processes of a platform issues set-up codes: each that does makes the codes of the others worthless. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Ends } from '../../ends.ts';
import { type RedisClient, removeOwn } from '../../processes/redis.ts';
import type { Database } from '../../store/database.ts';
import { issueSetUpCodes, type SetUpCode } from './set-up-codes.ts';

export type OpenSetUpCodesDeps = {
  db: Kysely<Database>;
  redis: Pick<RedisClient, 'set' | 'eval'> | undefined;
  ends: Pick<Ends, 'add'>;
};

/** Within it the machines of a platform have started. */
const TOGETHER_MS = 60_000;
const KEY = 'lectern:set-up-codes';

/**
 * New codes for the operator's terminal: none where another process prints them, which is the first of those that start
 * together. Once that one has ended, the next start has to print codes.
 */
export async function openSetUpCodes({ db, redis, ends }: OpenSetUpCodesDeps): Promise<SetUpCode[]> {
  if (redis && !(await isFirst(redis, ends))) return [];
  return issueSetUpCodes(db);
}

async function isFirst(redis: NonNullable<OpenSetUpCodesDeps['redis']>, ends: Pick<Ends, 'add'>) {
  const self = randomUUID();
  if ((await redis.set(KEY, self, 'PX', TOGETHER_MS, 'NX')) !== 'OK') return false;
  // Where Redis is away, the key goes by itself.
  ends.add(() => removeOwn(redis, KEY, self).catch(() => {}));
  return true;
}
