/** Who may read the metrics: somebody on this machine where nobody else reaches the platform, or who has the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackDomain } from '../http/loopback.ts';
import type { PlatformOptions } from '../options.ts';

export type MetricsReader = (request: IncomingMessage) => 'may-read' | 'off' | 'wrong-token';

/** Proxies add one of these, also those that the operator has not named. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Without a token, a call has to come from this machine itself, under one of its own names: a page of somebody else could
 * have its name answered with this machine's address. Behind a proxy every call comes from the proxy, so there is no
 * reading without a token.
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
  return ({ headers, socket }) =>
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isOwnName(headers.host ?? '') &&
    !OF_PROXIES.some((name) => headers[name] !== undefined)
      ? 'may-read'
      : 'off';
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopbackAddress(name) || isLoopbackDomain(name);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
