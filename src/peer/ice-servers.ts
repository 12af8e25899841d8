/** The servers that help two peers to connect. */
import { domainOfHost } from '#domain/host-name.ts';
import { isAllowedIceServer, isOwnStunServer, usableIceServers } from '#protocol/peer/ice-servers.ts';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import { PeerFailure } from './peer-failure.ts';

/** Selects the configured STUN_SERVER and ICE_SERVER, with the site's credentials. Throws PeerFailure. */
export function createIceServers(deps: {
  /** A URL from the tenant's configuration. */
  configured(name: 'STUN_SERVER' | 'ICE_SERVER'): string | undefined;
  /** The console's own host name, because the configuration documents may be elsewhere (CONFIG_URL). */
  hostname(): string;
  credentials(): Promise<StunCredentials>;
}): () => Promise<RTCIceServer[]> {
  return async () => {
    const stun = deps.configured('STUN_SERVER');
    const ice = deps.configured('ICE_SERVER');
    const domain = domainOfHost(deps.hostname());
    const isOwn = stun !== undefined && isOwnStunServer(stun, domain);
    const wanted = [stun, ice].filter((url) => url && isAllowedIceServer(url, domain));
    if (!stun && !ice) throw new PeerFailure('no-ice-servers');
    if (wanted.length === 0) throw new PeerFailure('ice-servers-refused');
    const credentials = await deps.credentials().catch((cause: unknown) => {
      throw new PeerFailure('stun', { cause });
    });
    const servers = usableIceServers(credentials, domain).flatMap((server): RTCIceServer[] => {
      const urls = server.urls.filter((url) => wanted.includes(url));
      return urls.length === 0 ? [] : [{ ...server, urls }];
    });
    const isNamed = servers.some(({ urls }) => urls.includes(stun ?? ''));
    return isOwn && !isNamed ? [{ urls: stun }, ...servers] : servers;
  };
}
