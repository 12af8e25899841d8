/** Whose X-Forwarded-* headers are believed: those of the proxies that the operator has named (`TRUST_PROXY`). */
import { BlockList, isIP } from 'node:net';

/** Stands for every address of the own machine. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** True for an address, a range such as `10.0.0.0/24`, or `loopback`. A range of all addresses would trust everybody. */
export function isProxyName(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** `proxies` as `isProxyName` knows them. The answer says whether an address is one of them. */
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
