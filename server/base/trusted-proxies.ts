/** Trusts X-Forwarded-* headers only from the proxies that the operator has configured (`TRUST_PROXY`). */
import { BlockList, isIP } from 'node:net';

/** The addresses for which `loopback` stands. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** True for an address, a range such as `10.0.0.0/24`, or `loopback`. False for ranges of all addresses. */
export function isProxyName(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Returns a function that checks whether an address belongs to `proxies` (see `isProxyName`). */
export function createProxyTrust(proxies: readonly string[]): (address: string) => boolean {
  const named = new BlockList();
  for (const name of proxies.flatMap((proxy) => (proxy === 'loopback' ? LOOPBACK : [proxy]))) {
    const [address = '', bits] = name.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) named.addAddress(address, family);
    else named.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    const family = isIP(bare);
    return family !== 0 && named.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}
