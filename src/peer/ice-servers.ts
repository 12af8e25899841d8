/** The servers that help two peers to find a way to each other (RT-84 … RT-88). */
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import { PeerFailure } from './peer-failure.ts';

/** RT-85: only the provider's own server, on port 3478. `domain`: where the provider's hosts are. */
export function isOwnStunServer(url: string, domain: string): boolean {
  const host = /^stun:([^:?/]+):3478$/i.exec(url)?.[1]?.toLowerCase();
  return host !== undefined && (host === domain || host.endsWith(`.${domain}`));
}

const urlsOf = ({ urls }: { urls: string | readonly string[] }): readonly string[] =>
  typeof urls === 'string' ? [urls] : urls;

/** STUN_SERVER and ICE_SERVER of the tenant's configuration, with the site's credentials. Throws PeerFailure. */
export function createIceServers(deps: {
  /** An address of the tenant's configuration; null where it has none. */
  configured(name: 'STUN_SERVER' | 'ICE_SERVER'): string | null;
  domain(): string;
  credentials(): Promise<StunCredentials>;
}): () => Promise<RTCIceServer[]> {
  return async () => {
    const stun = deps.configured('STUN_SERVER');
    const ice = deps.configured('ICE_SERVER');
    const isOwn = stun !== null && isOwnStunServer(stun, deps.domain());
    const allowed = [...(isOwn ? [stun] : []), ...(ice ? [ice] : [])];
    if (allowed.length === 0) throw new PeerFailure('no-ice-servers');
    const credentials = await deps.credentials().catch((cause: unknown) => {
      throw new PeerFailure('stun', { cause });
    });
    const servers = credentials.iceServers.flatMap((server): RTCIceServer[] => {
      const urls = urlsOf(server).filter((url) => allowed.includes(url));
      // A relay without credentials is an error to browsers.
      const usable = urls.filter((url) => url.startsWith('stun:') || (server.username && server.credential));
      return usable.length === 0 ? [] : [{ ...server, urls: usable }];
    });
    const isNamed = servers.some((server) => urlsOf(server).includes(stun ?? ''));
    return isOwn && !isNamed ? [{ urls: stun }, ...servers] : servers;
  };
}
