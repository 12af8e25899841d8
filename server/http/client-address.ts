/** The network address of who asks, for limits and for the security log. */
import type { IncomingMessage } from 'node:http';
import { createProxyTrust } from './trusted-proxies.ts';

export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Every trusted proxy adds to X-Forwarded-For, at its right end, the address that it was asked from: the first one from
 * there that is no trusted proxy is the client's. What stands further left is the client's own word.
 */
export function createClientAddress(options: { trustedProxies: readonly string[] }): ClientAddress {
  const isTrusted = createProxyTrust(options.trustedProxies);
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = request.socket.remoteAddress ?? '';
    for (const before of forwarded.map((each) => each.trim()).reverse()) {
      if (before === '' || !isTrusted(address)) break;
      address = before;
    }
    return address;
  };
}
