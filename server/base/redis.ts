/**
 * The only access to Redis, which the platform's processes share: the leases of sites, recent changes, and
 * common limits. All of its data can be recreated.
 */
import { Redis } from 'ioredis';
import { StartFailure } from './start-failure.ts';

export type RedisClient = Redis;

export type SharedRedis = {
  /** For commands that return immediately. They reject while Redis is unreachable. */
  client: RedisClient;
  /** For blocking commands. */
  waiting: RedisClient;
  /** Receives messages of channels, and sends no other command. */
  subscriber: RedisClient;
  close(): Promise<void>;
};

const REMOVE_OWN = `
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;

/** Removes a key only if it still has this value, because another process may have set its own. */
export async function removeOwn(redis: Pick<RedisClient, 'eval'>, key: string, value: string): Promise<void> {
  await redis.eval(REMOVE_OWN, 1, key, value);
}

/** Time limit of an answer, because a request of a client waits for it. */
const REPLY_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Maximum delay between two attempts to connect. */
const MAX_RETRY_DELAY_MS = 1_000;

/** Rejects with `StartFailure` if Redis is unreachable. `lost`: the connection broke and is retried. */
export async function openRedis(url: string, lost: (error: Error) => void): Promise<SharedRedis> {
  let isOpen = false;
  const connect = (more: { commandTimeout?: number }) => {
    const redis = new Redis(url, {
      ...more,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      retryStrategy: (attempt) => (isOpen ? Math.min(50 * attempt, MAX_RETRY_DELAY_MS) : null),
    });
    // Without a listener the library would write to the terminal.
    redis.on('error', (error: Error) => {
      if (isOpen) lost(error);
    });
    return redis;
  };
  const client = connect({ commandTimeout: REPLY_TIMEOUT_MS });
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
    // The message omits the URL, which may contain a password.
    throw new StartFailure(`Redis does not answer at REDIS_URL: ${(cause as Error).message}`);
  }
  isOpen = true;
  return { client, waiting, subscriber, close };
}
