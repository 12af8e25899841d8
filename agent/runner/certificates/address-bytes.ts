/** Encodes addresses and networks as in certificates: as bytes, with those of the mask. */
import { isIPv4, isIPv6 } from 'node:net';

/** Returns four or sixteen bytes. Throws if the text is not an address. */
export function addressBytes(text: string): Buffer {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('.') || text.includes('%')) throw new Error(`${text} is no address`);
  const [head = '', tail] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head];
  if (tail !== undefined) groups.push(...Array<string>(8 - head.length - tail.length).fill('0'), ...tail);
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Encodes a network such as `10.0.0.0/8`. */
export function networkBytes(network: string): Buffer {
  const [address = '', bits = ''] = network.split('/');
  const bytes = addressBytes(address);
  const mask = bytes.map((_, at) => 0xff00 >> Math.min(8, Math.max(0, Number(bits) - 8 * at)));
  return Buffer.concat([bytes.map((byte, at) => byte & (mask[at] ?? 0)), mask]);
}
