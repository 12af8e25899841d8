/** What a process needs to be one of several: Redis, the port at which the others reach it, and its name. */
import { hkdfSync, randomUUID } from 'node:crypto';
import type { SigningKeys } from '../auth/secrets/signing-keys.ts';
import type { Ends } from '../ends.ts';
import type { PlatformOptions } from '../options.ts';
import type { SharedRedis } from './redis.ts';
import { createRedisLeases } from './redis-leases.ts';
import { openRelayPort, type RelayPort } from './relay-port.ts';
import { createRelaySeal, type RelaySeal } from './relay-seal.ts';
import type { Siblings } from './siblings.ts';
import type { LeaseStore } from './site-leases.ts';

export type Processes = {
  store: LeaseStore;
  port: RelayPort;
  seal: RelaySeal;
  /** Undefined: nobody has started this process beside others. */
  siblings: Siblings | undefined;
};

/** Gives its end to `ends`; `clock` in epoch milliseconds. Rejects with `StartFailure`. */
export async function openProcesses(
  {
    options,
    clock,
    ends,
    siblings,
  }: {
    options: Pick<PlatformOptions, 'relayListen'>;
    clock: () => number;
    ends: Ends;
    siblings: Siblings | undefined;
  },
  { redis, signingKeys }: { redis: SharedRedis; signingKeys: SigningKeys },
): Promise<Processes> {
  const seal = createRelaySeal(await readRelaySecret(signingKeys), clock);
  const own = randomUUID().slice(0, 8);
  const id = siblings ? `${siblings.family}.${own}` : own;
  const port = await openRelayPort(seal, { id, ...options.relayListen });
  ends.add(() => port.close());
  siblings?.join(port.self);
  return { store: createRedisLeases(redis.client), port, seal, siblings };
}

/** Made from the key of the access tokens, so that every process on the same database has the same. */
async function readRelaySecret(signingKeys: SigningKeys): Promise<Buffer> {
  const [{ privateJwk }] = await signingKeys.ensure('access');
  if (privateJwk.d === undefined) throw new Error('The signing key has no private part');
  return Buffer.from(hkdfSync('sha256', privateJwk.d, '', 'lectern processes', 32));
}
