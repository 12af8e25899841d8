/** What the own machine alone can reach. */
import { isIP } from 'node:net';

/** True for the addresses that no other machine can reach. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** True for the names that browsers resolve to the own machine (RFC 6761). */
export const isLoopbackDomain = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost');
