/** Limits how many WebSockets of any service one network address may open per minute. */
import type { IncomingMessage } from 'node:http';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { ClientAddress } from './client-address.ts';
import { isLoopbackAddress } from './loopback.ts';

/** After an outage a school's 3,000 devices reconnect from one address, each with two WebSockets. */
const UPGRADES_PER_MINUTE = 6_000;
/** Simulated classes and tests on this machine. The limit still stops an endless loop. */
const LOOPBACK_UPGRADES_PER_MINUTE = 60_000;

export type UpgradeLimitDeps = {
  clientAddress: ClientAddress;
  security: SecurityLog;
  rateLimit: MakeRateLimit;
  /** Set by tests. */
  perMinute?: number | undefined;
};

/** Returns a function that counts an upgrade, and returns the seconds to wait if the limit is exceeded. */
export function createUpgradeLimit(deps: UpgradeLimitDeps): (request: IncomingMessage) => number | undefined {
  const { clientAddress, security, rateLimit, perMinute = UPGRADES_PER_MINUTE } = deps;
  const far = rateLimit('upgrades', { perMinute });
  const near = rateLimit('near-upgrades', { perMinute: deps.perMinute ?? LOOPBACK_UPGRADES_PER_MINUTE });
  return (request) => {
    const address = clientAddress(request);
    const limit = isLoopbackAddress(address) ? near : far;
    if (limit.take(address)) return undefined;
    security.note({ what: 'limit-reached', reason: 'upgrades', address });
    return limit.waitSeconds(address);
  };
}
