/** Decides which process of the platform issues set-up codes, because new codes replace the old ones. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { issueSetUpCodes, type SetUpCode } from '#auth/sign-in/set-up-codes.ts';
import type { Ends } from '#base/ends.ts';
import { type RedisClient, removeOwn } from '#base/redis.ts';
import type { Database } from '#store/database.ts';

export type OpenSetUpCodesDeps = {
  db: Kysely<Database>;
  redis: Pick<RedisClient, 'set' | 'eval'> | undefined;
  ends: Pick<Ends, 'add'>;
};

/** The machines of a platform start within this time. */
const TTL_MS = 60_000;
const KEY = 'lectern:set-up-codes';

/**
 * New codes for the operator's terminal. Of processes that start together only the first prints codes; the
 * others get an empty list. When the first one stops, it releases the key for the next start.
 */
export async function openSetUpCodes({ db, redis, ends }: OpenSetUpCodesDeps): Promise<SetUpCode[]> {
  if (redis && !(await isFirst(redis, ends))) return [];
  return issueSetUpCodes(db);
}

async function isFirst(redis: NonNullable<OpenSetUpCodesDeps['redis']>, ends: Pick<Ends, 'add'>) {
  const self = randomUUID();
  if ((await redis.set(KEY, self, 'PX', TTL_MS, 'NX')) !== 'OK') return false;
  // If Redis is unreachable, the key expires by itself.
  ends.add(() => removeOwn(redis, KEY, self).catch(() => {}));
  return true;
}
