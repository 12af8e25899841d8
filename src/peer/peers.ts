/** The peer connections of this tab, over one socket that is opened on first use. */
import { AppError } from '#protocol/app-error.ts';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch, requestJson } from '#protocol/json-request.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { siteAddress } from '#protocol/site-address.ts';
import { renewStunCredentials, stunCredentials } from '#rest/stun-credentials.ts';
import { freshToken } from '#session/fresh-token.ts';
import { session } from '#session/session-state.ts';
import { onSignOut } from '#session/sign-out.ts';
import { tenant } from '#session/tenant.ts';
import { createPeers } from './create-peers.ts';
import { createIceServers } from './ice-servers.ts';
import { loadPeers } from './peer-door.ts';
import { PeerFailure } from './peer-failure.ts';
import { openPeerSocket, socketCount } from './socket-door.ts';

const REQUEST_TIMEOUT_MS = 8_000;

async function ticket(peerId?: string) {
  const bearer = await freshToken();
  if (bearer === undefined) throw new AppError('unauthorized', 'signed out');
  const url = `${tenant.address('AUTH_URL').replace(/\/$/, '')}/peer-tickets`;
  const body = peerId === undefined ? {} : { peerId };
  const request = { url, method: 'POST', tenantKey: tenant.key, bearer, body } as const;
  return requestJson(globalFetch, { ...request, timeoutMs: REQUEST_TIMEOUT_MS }, peerTicketSchema);
}

const iceServers = createIceServers({
  configured: tenant.storedAddress,
  hostname: () => location.hostname,
  credentials: stunCredentials,
});

const siteId = () => (session.state.name === 'signed-in' ? session.state.auth.siteId : undefined) ?? '';

const client = createPeerClient({
  ticket,
  url: (granted) =>
    peerSocketUrl(siteAddress(tenant.address('PEER_SERVER'), siteId()), { tenant: tenant.key, ...granted }),
  open: openPeerSocket,
  after: systemClock.after,
  random: Math.random,
});

const peers = createPeers({
  client,
  async prepare() {
    if (!tenant.storedAddress('PEER_SERVER')) throw new PeerFailure('peer-configuration');
    const [servers, newPeer] = await Promise.all([
      iceServers(),
      loadPeers().catch((cause: unknown) => {
        throw new PeerFailure('peer-configuration', { cause });
      }),
    ]);
    return { iceServers: servers, newPeer };
  },
  after: systemClock.after,
  noWay: () => void renewStunCredentials(),
  socketCount,
});

// The calls live as long as the page; devices are notified when it closes.
window.addEventListener('pagehide', peers.closeAll);
onSignOut(peers.closeAll);

/** This tab's peer id, for devices to call. Rejects with PeerFailure, whose message is for users. */
export const peerAddress: () => Promise<string> = peers.address;

/**
 * Accepts calls of this kind until stopped; stopping closes its visitors. Devices call within `PEER_OPEN_MS`;
 * if a device calls again, its previous call is closed.
 */
export const awaitCalls = peers.awaitCalls;

/** Counts of open calls, sockets and refused calls. */
export const peerCounts = peers.counts;
