/** The page's peer connections, with the device's own token and the site's ICE servers. */

import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { siteAddress } from '#protocol/site-address.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import type { PeerWorld } from '../../core/peer-world.ts';
import { createPeerWorld } from '../../peer/create-peer-world.ts';
import type { DeviceFiles } from '../../peer/device-files.ts';
import type { SharedScreen } from '../screen/shared-screen.ts';
import type { BroadcastView } from '../student/broadcast-view.ts';
import { createPageIceServers } from './page-ice-servers.ts';
import { newPeer, openPeerSocket } from './peer-door.ts';

export function createPagePeers(deps: {
  call: PlatformCall;
  configuration: TenantConfiguration;
  siteId: string;
  /** The page's host name. */
  hostname: string;
  clock: Clock;
  accessToken: () => string | undefined;
  shared: SharedScreen;
  privacy: () => boolean;
  broadcast: BroadcastView;
  files: DeviceFiles;
  signal: AbortSignal;
}): PeerWorld {
  const { configuration, clock, shared, signal } = deps;
  const { tenant } = configuration;
  const known = () => {
    const bearer = deps.accessToken();
    return { tenantKey: tenant, signal, ...(bearer !== undefined && { bearer }) };
  };

  const client = createPeerClient({
    ticket: (peerId) =>
      deps.call(
        {
          url: `${configuration.AUTH_URL}/peer-tickets`,
          method: 'POST',
          ...known(),
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

  const iceServers = createPageIceServers({
    call: deps.call,
    hostname: deps.hostname,
    now: clock.now,
    request: () => ({ url: `${configuration.REST_URL}/v1/stun/creds`, ...known() }),
  });

  return createPeerWorld({
    client,
    clock,
    newPeer,
    iceServers,
    newId: () => crypto.randomUUID(),
    files: deps.files,
    screens: {
      has: (displayId) => !deps.privacy() && shared.has(displayId),
      stream: (displayId, replace) => (deps.privacy() ? undefined : shared.stream(displayId, replace)),
      release: shared.release,
    },
    show: deps.broadcast.show,
  });
}
