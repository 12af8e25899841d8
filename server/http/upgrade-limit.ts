/** How many WebSockets one network address may open a minute, whatever they are for. */
import type { IncomingMessage } from 'node:http';
import type { MakeRateLimit } from '../broker/rate-limit.ts';
import type { SecurityLog } from '../security-log.ts';
import type { ClientAddress } from './client-address.ts';
import { isLoopbackAddress } from './loopback.ts';

/** A school of three thousand devices comes back from one address after an outage, each to broker and peer server. */
const UPGRADES_PER_MINUTE = 6_000;
/** On the own machine: simulated classes, tests. Still an end to a loop that has run wild. */
const LOOPBACK_UPGRADES_PER_MINUTE = 60_000;

export type UpgradeLimitDeps = {
  clientAddress: ClientAddress;
  security: SecurityLog;
  rateLimit: MakeRateLimit;
  /** A test changes it. */
  perMinute?: number | undefined;
};

/** Returns the function that says how many seconds an address has to wait that has reached the limit, which is noted. */
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
