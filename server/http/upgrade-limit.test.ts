import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import { ownRateLimits } from '#base/rate-limit.ts';
import { createSecurityLog } from '#base/security-log.ts';
import { createUpgradeLimit } from './upgrade-limit.ts';

it('refuses an address that opens too many sockets a minute, counts it, and lets the others in', () => {
  let now = 0;
  const security = createSecurityLog({ log: silentLog, clock: () => now });
  const waitOf = createUpgradeLimit({
    clientAddress: ({ url = '' }) => url,
    security,
    rateLimit: ownRateLimits(() => now),
    perMinute: 60,
  });
  const from = (address: string) => waitOf({ url: address } as IncomingMessage);
  for (let i = 0; i < 60; i += 1) expect(from('10.0.0.1')).toBeUndefined();
  expect(from('10.0.0.1')).toBe(1);
  expect(from('10.0.0.2')).toBeUndefined();
  expect(security.counters()).toEqual({ 'limit-reached:upgrades': 1 });
  now += 1_000;
  expect(from('10.0.0.1')).toBeUndefined();
  security.stop();
});
