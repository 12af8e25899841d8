/** The peer connections of a device in a browser, with the device's own token and the site's ICE servers. */
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { siteAddress } from '#protocol/site-address.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import { createPeerWorld, type PeerWorldDeps } from '../create-peer-world.ts';
import { createBrowserIceServers } from './browser-ice-servers.ts';
import { newPeer, openPeerSocket } from './peer-door.ts';

export type BrowserPeersDeps = Pick<PeerWorldDeps, 'screens' | 'show' | 'files'> & {
  call: PlatformCall;
  configuration: Pick<TenantConfiguration, 'tenant' | 'AUTH_URL' | 'REST_URL' | 'PEER_SERVER'>;
  siteId: string;
  /** A host name of the platform, from which the provider's domain follows. */
  hostname: string;
  clock: Clock;
  /** The newest token. It may be needed from another thread. */
  accessToken: () => string | undefined | Promise<string | undefined>;
  /** Aborts requests when the device stops. */
  signal: AbortSignal;
};

export function createBrowserPeers(deps: BrowserPeersDeps): ReturnType<typeof createPeerWorld> {
  const { call, configuration, clock, signal } = deps;
  const { tenant } = configuration;
  const known = async () => {
    const bearer = await deps.accessToken();
    return { tenantKey: tenant, signal, ...(bearer !== undefined && { bearer }) };
  };

  const client = createPeerClient({
    ticket: async (peerId) =>
      call(
        {
          url: `${configuration.AUTH_URL}/peer-tickets`,
          method: 'POST',
          ...(await known()),
          body: peerId === undefined ? {} : { peerId },
        },
        peerTicketSchema,
      ),
    url: ({ peerId, ticket }) =>
      peerSocketUrl(siteAddress(configuration.PEER_SERVER, deps.siteId), { tenant, peerId, ticket }),
    open: openPeerSocket,
    after: clock.after,
    random: Math.random,
  });

  const iceServers = createBrowserIceServers({
    call,
    hostname: deps.hostname,
    now: clock.now,
    request: async () => ({ url: `${configuration.REST_URL}/v1/stun/creds`, ...(await known()) }),
  });

  return createPeerWorld({
    client,
    clock,
    newPeer,
    iceServers,
    newId: () => crypto.randomUUID(),
    files: deps.files,
    screens: deps.screens,
    show: deps.show,
  });
}
