/** Who may read the metrics: somebody on this machine where nobody else reaches the platform, or who has the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOwnCall } from '../http/loopback.ts';
import type { PlatformOptions } from '../options.ts';

export type MetricsReader = (request: IncomingMessage) => 'may-read' | 'off' | 'wrong-token';

/**
 * Without a token, a call has to come from this machine itself. Behind a proxy every call comes from the proxy, so there
 * is no reading without a token.
 */
export function createMetricsReader({
  metricsToken,
  trustedProxies,
}: Pick<PlatformOptions, 'metricsToken' | 'trustedProxies'>): MetricsReader {
  if (metricsToken !== undefined) {
    const expected = digest(`Bearer ${metricsToken}`);
    return ({ headers }) =>
      timingSafeEqual(digest(headers.authorization ?? ''), expected) ? 'may-read' : 'wrong-token';
  }
  if (trustedProxies.length > 0) return () => 'off';
  return (request) => (isOwnCall(request) ? 'may-read' : 'off');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
