/** Checks who may read the metrics: callers with the token, or without one a caller on this machine. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PlatformOptions } from '#base/platform-options.ts';
import { isOwnCall } from '#http/loopback.ts';

export type MetricsReader = (request: IncomingMessage) => 'may-read' | 'off' | 'wrong-token';

/**
 * Without METRICS_TOKEN, a call must come from this machine. Behind a proxy all calls come from the proxy, so
 * the metrics are off.
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
