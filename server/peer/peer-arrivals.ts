/** Admits new sockets: checks the ticket, then the holder's session, then the number of sockets. */

import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { ClientAddress } from '#http/client-address.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { PEER_CLOSE, type PeerFrame } from '#protocol/peer/peer-signalling.ts';
import type { OpenLinks } from './open-links.ts';
import { admitPeer, type DoorAddresses } from './peer-door.ts';
import type { PeerLimits } from './peer-limits.ts';
import { createPeerLink, type PeerLink } from './peer-link.ts';
import type { PeerPresence } from './peer-presence.ts';
import type { PeerRefusals, SocketOrigin } from './peer-refusals.ts';
import type { PeerRelay } from './peer-relay.ts';
import type { PeerHolder, PeerTickets } from './peer-tickets.ts';

export type PeerArrivalsDeps = {
  tickets: Pick<PeerTickets, 'redeem'>;
  addresses: DoorAddresses;
  isPresent: PeerPresence;
  clientAddress: ClientAddress;
  links: OpenLinks;
  limits: PeerLimits;
  relay: Pick<PeerRelay, 'take' | 'opened'>;
  refusals: PeerRefusals;
  clock: () => EpochMs;
  /** Called after a socket was admitted. */
  opened(): void;
  /** Called after a link has ended, with the reason. */
  ended(link: PeerLink, reason: string): void;
  failed(error: unknown): void;
};

export type PeerArrivals = { open(webSocket: WebSocket, request: IncomingMessage): Promise<void> };

export function createPeerArrivals(deps: PeerArrivalsDeps): PeerArrivals {
  const { links, limits, relay, refusals } = deps;

  function refuse(
    webSocket: WebSocket,
    from: SocketOrigin,
    refusal: { reason: string; frame: PeerFrame },
  ): void {
    refusals.socket(refusal.reason, from);
    webSocket.resume();
    webSocket.send(JSON.stringify(refusal.frame), () => webSocket.close(1008, refusal.reason));
  }

  /** Undefined: the socket was closed meanwhile. It is paused during the check, so that no frame is lost. */
  async function isStillPresent(webSocket: WebSocket, holder: PeerHolder): Promise<boolean | undefined> {
    const arrival = links.arrive(holder);
    webSocket.pause();
    const isPresent = await deps.isPresent(holder).catch((error: unknown) => {
      deps.failed(error);
      return false;
    });
    links.arrived(arrival);
    if (webSocket.readyState !== webSocket.OPEN) return undefined;
    return isPresent && !arrival.isOver;
  }

  function letIn(webSocket: WebSocket, { holder, peerId }: { holder: PeerHolder; peerId: string }): void {
    const link = createPeerLink({
      socket: webSocket,
      holder,
      peerId,
      clock: deps.clock,
      limits: { ...limits, framesPerMinute: limits.framesPerMinute[holder.kind] },
      received: (frame, bytes) => relay.take(link, frame, bytes),
      refused: (reason) => refusals.frame(link, reason),
      ended: (reason) => deps.ended(link, reason),
    });
    links.add(link)?.end(PEER_CLOSE.replaced, 'replaced');
    deps.opened();
    webSocket.resume();
    link.send({ type: 'OPEN' });
    relay.opened(link);
  }

  return {
    async open(webSocket, request) {
      // Without a listener, a peer that breaks the connection would end the process.
      webSocket.on('error', () => {});
      const address = deps.clientAddress(request);
      const admission = admitPeer(request, deps.tickets, deps.addresses);
      if (admission.name === 'refused') {
        refuse(webSocket, { address }, admission);
        return;
      }
      const { holder, peerId } = admission;
      const isPresent = await isStillPresent(webSocket, holder);
      if (isPresent === undefined) return;
      if (!isPresent) {
        const frame = { type: 'ERROR', payload: { msg: 'This session has ended.' } } as const;
        refuse(webSocket, { address, holder }, { reason: 'session', frame });
        return;
      }
      if (links.othersOf(holder, peerId) >= limits.socketsPerSubject[holder.kind]) {
        const frame = { type: 'ERROR', payload: { msg: 'Too many sockets are open.' } } as const;
        refuse(webSocket, { address, holder }, { reason: 'too-many', frame });
        return;
      }
      letIn(webSocket, { holder, peerId });
    },
  };
}
