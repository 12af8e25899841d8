/** What a process needs to be one of several: Redis, the port at which the others reach it, and its name. */
import { hkdfSync, randomUUID } from 'node:crypto';
import type { SigningKeys } from '../auth/secrets/signing-keys.ts';
import type { Ends } from '../ends.ts';
import type { Log } from '../http/log.ts';
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
    log,
  }: {
    options: Pick<PlatformOptions, 'relayListen' | 'processes'>;
    clock: () => number;
    ends: Ends;
    siblings: Siblings | undefined;
    log: Log;
  },
  { redis, signingKeys }: { redis: SharedRedis; signingKeys: SigningKeys },
): Promise<Processes> {
  const seal = createRelaySeal(await readRelaySecret(signingKeys), clock);
  const own = randomUUID().slice(0, 8);
  const id = siblings ? `${siblings.family}.${own}` : own;
  const { relayListen, processes } = options;
  const failed = (error: unknown) => log.warn('processes', { error });
  const refused = onceAMinute(() =>
    log.warn(
      'A call at RELAY_LISTEN was refused: if it was another process’s, the clocks of the two machines differ by more than a minute',
    ),
  );
  const port = await openRelayPort(seal, { refused, failed, id, ...relayListen, processes });
  ends.add(() => port.close());
  siblings?.join(port.self);
  return { store: createRedisLeases(redis.client), port, seal, siblings };
}

const MINUTE_MS = 60_000;

/** By a clock that nobody sets. */
function onceAMinute(say: () => void): () => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < MINUTE_MS) return;
    saidAt = performance.now();
    say();
  };
}

/** Made from the key of the access tokens, so that every process on the same database has the same. */
async function readRelaySecret(signingKeys: SigningKeys): Promise<Buffer> {
  const [{ privateJwk }] = await signingKeys.ensure('access');
  if (privateJwk.d === undefined) throw new Error('The signing key has no private part');
  return Buffer.from(hkdfSync('sha256', privateJwk.d, '', 'lectern processes', 32));
}
