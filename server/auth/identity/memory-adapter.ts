/** Stores the development provider's sessions in memory. After a restart people choose an account again. */

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { EpochMs } from '#protocol/clock.ts';

type Entry = { payload: AdapterPayload; expiresAt: EpochMs };
/** Far more than the sign-ins of one machine. The oldest entries are removed first. */
const MAX_ENTRIES = 2_000;

/** Creates an adapter factory with its own storage, in the format of oidc-provider. */
export function createMemoryAdapter(clock: () => EpochMs): (model: string) => Adapter {
  const entries = new Map<string, Entry>();

  function read(key: string): AdapterPayload | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > clock()) return entry.payload;
    entries.delete(key);
    return undefined;
  }

  function search(model: string, is: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of entries) {
      if (key.startsWith(`${model}:`) && is(payload)) return read(key);
    }
    return undefined;
  }

  return (model) => ({
    async upsert(id, payload, expiresInS) {
      const expiresAt = expiresInS ? clock() + expiresInS * 1000 : Number.POSITIVE_INFINITY;
      entries.delete(`${model}:${id}`);
      entries.set(`${model}:${id}`, { payload, expiresAt });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => search(model, (payload) => payload.uid === uid),
    findByUserCode: async (code) => search(model, (payload) => payload.userCode === code),
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(clock() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
