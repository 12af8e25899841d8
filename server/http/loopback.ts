/** Detects addresses and calls of this machine. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** True for addresses that no other machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** True for names that browsers resolve to the local machine (RFC 6761). */
export const isLoopbackDomain = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost');

/** Headers that proxies, tunnels and content delivery networks add, even without the operator's knowledge. */
const OF_PROXIES =
  /^(via|.*-via|cdn-loop|.*(forward|proxy).*|(cf|fly|fastly|akamai|cloudfront|ngrok|tailscale)-.*|.*-ip|x-(original|remote|envoy|azure|arr|amz|appengine|vercel|nf).*)$/;

/**
 * True for a call from this machine to one of its own names. A call with a proxy's headers may come from
 * another machine. The name is checked because another site can resolve its own name to this machine (DNS
 * rebinding).
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
