/** The peer connections of the page: signalling with the device's own token, ICE servers of the site. */
import { createPeerClient } from '#protocol/peer-client.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer-signalling.ts';
import { type StunCredentials, stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import type { TenantConfiguration } from '#protocol/tenant-configuration.ts';
import type { Clock } from '../../core/clock.ts';
import type { PeerWorld } from '../../core/peer-world.ts';
import { createPeerWorld } from '../../peer/create-peer-world.ts';
import type { DeviceFiles } from '../../peer/device-files.ts';
import { requestJson } from '../platform/request-json.ts';
import type { SharedScreen } from '../screen/shared-screen.ts';
import type { BroadcastView } from '../student/broadcast-view.ts';
import { newPeer, openPeerSocket } from './peer-door.ts';

/** The platform's own credentials last longer; a page is open for a lesson or a day. */
const ICE_SERVERS_KEPT_MS = 3_600_000;

export function createPagePeers(deps: {
  configuration: TenantConfiguration;
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
  const bearer = () => deps.accessToken();

  const client = createPeerClient({
    ticket: (peerId) =>
      requestJson(
        {
          ...{ url: `${configuration.AUTH_URL}/peer-tickets`, tenant, bearer: bearer(), signal },
          body: peerId === undefined ? {} : { peerId },
        },
        peerTicketSchema,
      ),
    url: ({ peerId, ticket }) => peerSocketUrl(configuration.PEER_SERVER, { tenant, peerId, ticket }),
    open: openPeerSocket,
    after: clock.after,
    random: Math.random,
  });

  let known: { servers: RTCIceServer[]; until: number } | undefined;
  const iceServers = async (): Promise<RTCIceServer[]> => {
    if (known && known.until > clock.now()) return known.servers;
    const request = { url: `${configuration.REST_URL}/v1/stun/creds`, tenant, bearer: bearer(), signal };
    try {
      const credentials = await requestJson(request, stunCredentialsSchema);
      const until = Math.min(credentials.expiresAt ?? Infinity, clock.now() + ICE_SERVERS_KEPT_MS);
      known = { servers: usableServers(credentials), until };
      return known.servers;
    } catch {
      // Within the school's own network peers find each other without.
      return [];
    }
  };

  return createPeerWorld({
    ...{ client, clock, newPeer, iceServers, newId: () => crypto.randomUUID(), files: deps.files },
    screens: {
      has: (displayId) => !deps.privacy() && shared.has(displayId),
      stream: (displayId) => (deps.privacy() ? undefined : shared.stream(displayId)),
      release: shared.release,
    },
    show: deps.broadcast.show,
  });
}

/** A relay without credentials is an error to browsers. */
function usableServers({ iceServers }: StunCredentials): RTCIceServer[] {
  return iceServers.flatMap(({ urls, username, credential }) => {
    const all = typeof urls === 'string' ? [urls] : urls;
    const usable = all.filter((url) => url.startsWith('stun:') || (username && credential));
    if (usable.length === 0) return [];
    return [{ urls: usable, ...(username && { username }), ...(credential && { credential }) }];
  });
}
