/** Parses names and addresses of the platform, and of the proxies in front. */
import { isIP } from 'node:net';
import { isProxyName } from '#base/trusted-proxies.ts';
import { isOwnStunServer } from '#protocol/peer/ice-servers.ts';
import { BadOption } from './bad-option.ts';

export function listenAddress(text: string): string {
  if (isIP(text) === 0 && text !== 'localhost') {
    throw new BadOption(`LISTEN must be an IP address such as 127.0.0.1 or 0.0.0.0, not “${text}”.`);
  }
  return text;
}

export function domainName(text: string): string {
  const name = text.toLowerCase();
  if (
    name.length > 200 ||
    !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name) ||
    isIP(name)
  ) {
    throw new BadOption(
      `DOMAIN must be a host name such as school.example, without port or scheme, not “${text}”.`,
    );
  }
  return name;
}

/** Only the platform's own STUN server, on the port that consoles accept: IP addresses go nowhere else. */
export function stunServer(text: string | undefined, domain: string): string | undefined {
  if (text === undefined) return undefined;
  if (!isOwnStunServer(text, domain)) {
    throw new BadOption(
      `STUN_SERVER must be the platform's own server on port 3478, such as stun:${domain}:3478, not “${text}”.`,
    );
  }
  return text;
}

export function proxies(text: string | undefined): readonly string[] {
  if (text === undefined || text === '0' || text === 'false') return [];
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isProxyName)) return names;
  throw new BadOption(
    `TRUST_PROXY must name the proxies whose headers are believed, not “${text}”: loopback for one on this machine, or addresses and ranges such as 10.0.0.5,10.1.0.0/24.`,
  );
}
