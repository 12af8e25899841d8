/** The ICE servers of the site that a peer may use, at either end of a call. */
import type { StunCredentials } from '../rest/stun-credentials.ts';

/** Only the provider's own server, on port 3478. `domain`: the domain of its hosts, in lower case. */
export function isOwnStunServer(url: string, domain: string): boolean {
  const host = /^stun:([^:?/]+):3478$/i.exec(url)?.[1]?.toLowerCase();
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}

/** A relay may be on any host. */
export const isAllowedIceServer = (url: string, domain: string): boolean =>
  /^turns?:/i.test(url) || isOwnStunServer(url, domain);

/** An RTCIceServer, because Node has no such type of its own. */
export type IceServer = { urls: string[]; username?: string; credential?: string };

/** The allowed servers, without relays that lack credentials, because WebRTC throws an error for those. */
export function usableIceServers(
  { iceServers }: Pick<StunCredentials, 'iceServers'>,
  domain: string,
): IceServer[] {
  return iceServers.flatMap(({ urls, username, credential }) => {
    const named = username && credential ? { username, credential } : undefined;
    const usable = (typeof urls === 'string' ? [urls] : urls).filter(
      (url) => isOwnStunServer(url, domain) || (named && isAllowedIceServer(url, domain)),
    );
    return usable.length === 0 ? [] : [{ urls: usable, ...named }];
  });
}
