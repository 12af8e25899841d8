/**
 * The one door to Redis, which the processes of a platform share: who serves which site, what has just changed, and what
 * is counted for all of them together. Nothing stands there that cannot be made again.
 */
import { Redis } from 'ioredis';
import { StartFailure } from '../start-failure.ts';

export type RedisClient = Redis;

export type SharedRedis = {
  /** For commands that answer at once. They reject while Redis is away. */
  client: RedisClient;
  /** For commands that wait for something to happen. */
  waiting: RedisClient;
  /** Receives what is published on channels, and sends no other command. */
  subscriber: RedisClient;
  close(): Promise<void>;
};

const REMOVE_OWN = `
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;

/** Removes a key that has this value still; another process may have put its own there. */
export async function removeOwn(redis: Pick<RedisClient, 'eval'>, key: string, value: string): Promise<void> {
  await redis.eval(REMOVE_OWN, 1, key, value);
}

/** How long Redis may take to answer: a call of somebody waits for it. */
const ANSWER_MS = 2_000;
const CONNECT_MS = 2_000;
/** Between two attempts to reach a Redis that is away. */
const LONGEST_PAUSE_MS = 1_000;

/** Rejects with `StartFailure` where Redis cannot be reached. `lost`: the connection broke, which is tried again. */
export async function openRedis(url: string, lost: (error: Error) => void): Promise<SharedRedis> {
  let isOpen = false;
  const connect = (more: { commandTimeout?: number }) => {
    const redis = new Redis(url, {
      ...more,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      retryStrategy: (attempt) => (isOpen ? Math.min(50 * attempt, LONGEST_PAUSE_MS) : null),
    });
    // Without a listener it would write to the terminal by itself.
    redis.on('error', (error: Error) => {
      if (isOpen) lost(error);
    });
    return redis;
  };
  const client = connect({ commandTimeout: ANSWER_MS });
  const waiting = connect({});
  const subscriber = connect({});
  const close = async () => {
    isOpen = false;
    client.disconnect();
    waiting.disconnect();
    subscriber.disconnect();
  };
  try {
    await client.connect();
    await waiting.connect();
    await subscriber.connect();
  } catch (cause) {
    await close();
    // The address may hold a password: it is not repeated.
    throw new StartFailure(`Redis does not answer at REDIS_URL: ${(cause as Error).message}`);
  }
  isOpen = true;
  return { client, waiting, subscriber, close };
}
