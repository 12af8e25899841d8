/** What the own machine alone can reach. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** True for the addresses that no other machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** True for the names that browsers resolve to the own machine (RFC 6761). */
export const isLoopbackDomain = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost');

/** Headers that proxies, tunnels and delivery networks add, also those that the operator has not named. */
const OF_PROXIES =
  /^(via|cdn-loop|forwarded.*|cf-.*|.*-ip|x-(forwarded|original|remote|envoy|azure|arr|amzn|appengine).*)$/;

/**
 * True for a call from this machine itself, under one of its own names: a proxy on this machine speaks for others, and a
 * page of another site can have its name resolved to this machine.
 */
export function isOwnCall({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isOwnName(headers.host ?? '') &&
    !Object.keys(headers).some((name) => OF_PROXIES.test(name))
  );
}

function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopbackAddress(name) || isLoopbackDomain(name);
}
