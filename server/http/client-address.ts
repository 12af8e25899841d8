/** The client's network address, for limits and the security log. */
import type { IncomingMessage } from 'node:http';
import { createProxyTrust } from '#base/trusted-proxies.ts';

export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Every trusted proxy appends the address of its own client to X-Forwarded-For. The client's address is the
 * first one from the right that is not a trusted proxy. The client can forge all entries left of it.
 */
export function createClientAddress(options: {
  trustedProxies: readonly string[];
  /** Called once if an address that is not a trusted proxy sends X-Forwarded-For. */
  onUntrustedSender?: (address: string) => void;
}): ClientAddress {
  const isTrusted = createProxyTrust(options.trustedProxies);
  let { onUntrustedSender } = options;
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = request.socket.remoteAddress ?? '';
    if (onUntrustedSender && forwarded[0] !== '' && !isTrusted(address)) {
      onUntrustedSender(address);
      onUntrustedSender = undefined;
    }
    for (const before of forwarded.map((each) => each.trim()).reverse()) {
      if (before === '' || !isTrusted(address)) break;
      address = before;
    }
    return address;
  };
}
