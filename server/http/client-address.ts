/** The network address of who asks, for limits and for the security log. */
import type { IncomingMessage } from 'node:http';
import { createProxyTrust } from './trusted-proxies.ts';

export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Every trusted proxy adds to X-Forwarded-For, at its right end, the address that it was asked from: the first one from
 * there that is no trusted proxy is the client's. What stands further left is the client's own word.
 */
export function createClientAddress(options: {
  trustedProxies: readonly string[];
  /** Somebody else than a trusted proxy says for whom they ask. Called once. */
  notBelieved?: (address: string) => void;
}): ClientAddress {
  const isTrusted = createProxyTrust(options.trustedProxies);
  let { notBelieved } = options;
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = request.socket.remoteAddress ?? '';
    if (notBelieved && forwarded[0] !== '' && !isTrusted(address)) {
      notBelieved(address);
      notBelieved = undefined;
    }
    for (const before of forwarded.map((each) => each.trim()).reverse()) {
      if (before === '' || !isTrusted(address)) break;
      address = before;
    }
    return address;
  };
}
