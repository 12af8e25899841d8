/** Stores the development provider's sessions in Redis, where every process of the platform reads them. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { RedisClient } from '#base/redis.ts';

/** Entries without an expiry of their own expire after this time. */
const MAX_TTL_S = 86_400;

/** Creates an adapter factory for oidc-provider. `provider` separates the keys of two providers. */
export function createRedisAdapter(redis: RedisClient, provider: string): (model: string) => Adapter {
  const keyOf = (...parts: string[]) => `lectern:id:${provider}:${parts.join(':')}`;
  const grantKey = (grantId: string) => keyOf('grant', grantId);

  async function read(key: string | null): Promise<AdapterPayload | undefined> {
    const text = key === null ? null : await redis.get(key);
    return text === null ? undefined : (JSON.parse(text) as AdapterPayload);
  }

  return (model) => {
    const own = (id: string) => keyOf(model, id);
    const byUid = (uid: string) => keyOf(model, 'uid', uid);
    return {
      async upsert(id, payload, expiresInS) {
        const seconds = Math.ceil(expiresInS || MAX_TTL_S);
        await redis.set(own(id), JSON.stringify(payload), 'EX', seconds);
        if (payload.uid !== undefined) await redis.set(byUid(payload.uid), own(id), 'EX', seconds);
        if (payload.grantId === undefined) return;
        await redis.sadd(grantKey(payload.grantId), own(id));
        await redis.expire(grantKey(payload.grantId), MAX_TTL_S);
      },
      find: (id) => read(own(id)),
      findByUid: async (uid) => read(await redis.get(byUid(uid))),
      // The provider does not support the device flow.
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = await read(own(id));
        if (!payload) return;
        payload.consumed = Math.floor(Date.now() / 1000);
        await redis.set(own(id), JSON.stringify(payload), 'KEEPTTL');
      },
      async destroy(id) {
        await redis.del(own(id));
      },
      async revokeByGrantId(grantId) {
        const keys = await redis.smembers(grantKey(grantId));
        await redis.del(grantKey(grantId), ...keys);
      },
    };
  };
}
