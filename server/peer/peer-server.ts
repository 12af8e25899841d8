/** Signalling for peer connections: composes tickets, door, links and relay. All of its state is in memory. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import {
  MAX_PEER_FRAME_BYTES,
  PEER_CLOSE,
  PEER_HOLD_MS,
  PEER_SILENCE_MS,
  PEER_SOCKET_LIFETIME_MS,
  type PeerFrame,
} from '#protocol/peer/peer-signalling.ts';
import { countReason } from '../broker/broker-counters.ts';
import type { Changes } from '../changes.ts';
import { isAllowedOrigin } from '../http/allowed-origin.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import { createWebSockets, refuseUpgrade } from '../http/web-sockets.ts';
import type { SecurityLog } from '../security-log.ts';
import { createHeldFrames, type HoldLimits } from './held-frames.ts';
import { createPeerCounters, type PeerCounters } from './peer-counters.ts';
import { admitPeer, type DoorAddresses } from './peer-door.ts';
import { createPeerIds } from './peer-ids.ts';
import { createPeerLink, type LinkLimits, type PeerLink } from './peer-link.ts';
import type { PeerPresence } from './peer-presence.ts';
import type { PeerPermissions } from './peer-reach.ts';
import { startPeerRecheck } from './peer-recheck.ts';
import { createPeerRelay } from './peer-relay.ts';
import { createPeerTickets, type PeerHolder, type PeerTickets, subjectKey } from './peer-tickets.ts';

export type PeerLimits = Omit<LinkLimits, 'framesPerMinute'> &
  HoldLimits & {
    maxFrameBytes: number;
    maxPendingBytes: number;
    framesPerMinute: Record<'tutor' | 'device', number>;
    socketsPerSubject: Record<'tutor' | 'device', number>;
    /** How often ages are looked at. */
    sweepMs: number;
  };
export const PEER_LIMITS: PeerLimits = {
  silenceMs: PEER_SILENCE_MS,
  lifetimeMs: PEER_SOCKET_LIFETIME_MS,
  // An offer and a dozen candidates for each of 400 devices.
  framesPerMinute: { tutor: 6_000, device: 1_200 },
  maxBacklogBytes: 4 * 1024 * 1024,
  holdMs: PEER_HOLD_MS,
  maxHeldOfSender: 1_000,
  maxHeldBytes: 32 * 1024 * 1024,
  // An offer and its candidates for each of some hundred devices that are on their way.
  maxHeldBytesOfSubject: 8 * 1024 * 1024,
  maxFrameBytes: MAX_PEER_FRAME_BYTES,
  maxPendingBytes: 4 * 1024 * 1024,
  // One for each tab of a console; a device has one agent, which may have come back before its old socket is noticed.
  socketsPerSubject: { tutor: 32, device: 8 },
  sweepMs: 500,
};

export type PeerServerDeps = {
  /** The same for every process, and after a restart. */
  idSecret: Buffer;
  permissions: PeerPermissions;
  isPresent: PeerPresence;
  changes: Pick<Changes, 'listen'>;
  /** How often everybody is checked again without a change; never where no other process changes anything. */
  recheckEveryMs?: number | undefined;
  addresses: DoorAddresses;
  clientAddress: ClientAddress;
  /** Epoch milliseconds. */
  clock: () => number;
  log: Log;
  security: SecurityLog;
  /** For tests; what is not named is as in production. */
  limits?: Partial<PeerLimits>;
};

export type PeerServer = {
  /** For the path of PEER_SERVER. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  tickets: Pick<PeerTickets, 'issue'>;
  /** Ends what a sign-in has here. */
  endSession(tenant: string, session: string): void;
  /** A copy as of now. */
  counters(): PeerCounters;
  close(): Promise<void>;
};

export function createPeerServer(deps: PeerServerDeps): PeerServer {
  const { permissions, addresses, clock, log, security } = deps;
  const limits = { ...PEER_LIMITS, ...deps.limits };
  const counters = createPeerCounters();
  const tickets = createPeerTickets({ ids: createPeerIds(deps.idSecret), clock });
  const webSockets = createWebSockets({ maxMessageBytes: limits.maxFrameBytes });
  /** By peer id. */
  const links = new Map<string, PeerLink>();
  /** Their tickets are spent, and they are being looked at. */
  const arriving = new Set<{ holder: PeerHolder; isOver: boolean }>();
  /** How many sockets each subject has. */
  const socketsOf = new Map<string, number>();
  const held = createHeldFrames(limits, clock);
  const relay = createPeerRelay({
    links,
    held,
    permissions,
    counters,
    maxPendingBytes: limits.maxPendingBytes,
    refused: refusedFrame,
    failed: (error) => log.error('peer server', { error }),
  });
  const sweep = setInterval(() => {
    for (const link of [...links.values()]) link.checkAge(clock());
    relay.expire(clock());
  }, limits.sweepMs).unref();

  function refusedFrame(link: PeerLink, reason: string): void {
    countReason(counters.refused.frames, reason);
    security.note({ what: 'peer-refused', reason: `frame-${reason}`, ...whoIs(link.holder) });
  }

  function refuse(
    webSocket: WebSocket,
    reason: string,
    frame: PeerFrame,
    from: { address: string; holder?: PeerHolder },
  ): void {
    countReason(counters.refused.sockets, reason);
    const { address, holder } = from;
    security.note({
      what: 'peer-refused',
      reason: `socket-${reason}`,
      address,
      ...(holder && whoIs(holder)),
    });
    webSocket.resume();
    webSocket.send(JSON.stringify(frame), () => webSocket.close(1008, reason));
  }

  /** Undefined: the socket was closed meanwhile. Nothing is read from it until it is resumed, so that nothing is lost. */
  async function stillPresent(webSocket: WebSocket, holder: PeerHolder): Promise<boolean | undefined> {
    const arrival = { holder, isOver: false };
    arriving.add(arrival);
    webSocket.pause();
    const isPresent = await deps.isPresent(holder).catch((error: unknown) => {
      log.error('peer server', { error });
      return false;
    });
    arriving.delete(arrival);
    if (webSocket.readyState !== webSocket.OPEN) return undefined;
    return isPresent && !arrival.isOver;
  }

  async function open(webSocket: WebSocket, request: IncomingMessage): Promise<void> {
    // Without a listener a peer that breaks the connection would end the process.
    webSocket.on('error', () => {});
    const address = deps.clientAddress(request);
    const admission = admitPeer(request, tickets, addresses);
    if (admission.name === 'refused') {
      refuse(webSocket, admission.reason, admission.frame, { address });
      return;
    }
    const { holder, peerId } = admission;
    const isPresent = await stillPresent(webSocket, holder);
    if (isPresent === undefined) return;
    if (!isPresent) {
      refuse(
        webSocket,
        'session',
        { type: 'ERROR', payload: { msg: 'This session has ended.' } },
        { address, holder },
      );
      return;
    }
    const before = links.get(peerId);
    const others = (socketsOf.get(subjectKey(holder)) ?? 0) - (before ? 1 : 0);
    if (others >= limits.socketsPerSubject[holder.kind]) {
      refuse(
        webSocket,
        'too-many',
        { type: 'ERROR', payload: { msg: 'Too many sockets are open.' } },
        { address, holder },
      );
      return;
    }
    const link = createPeerLink({
      socket: webSocket,
      holder,
      peerId,
      clock,
      limits: { ...limits, framesPerMinute: limits.framesPerMinute[holder.kind] },
      received: (frame, bytes) => relay.take(link, frame, bytes),
      refused: (reason) => refusedFrame(link, reason),
      ended: (reason) => closed(link, reason),
    });
    links.set(peerId, link);
    countSocket(holder, 1);
    before?.end(PEER_CLOSE.replaced, 'replaced');
    counters.opened += 1;
    webSocket.resume();
    link.send({ type: 'OPEN' });
    relay.opened(link);
  }

  function countSocket(holder: PeerHolder, change: 1 | -1): void {
    const key = subjectKey(holder);
    const count = (socketsOf.get(key) ?? 0) + change;
    if (count > 0) socketsOf.set(key, count);
    else socketsOf.delete(key);
  }

  function closed(link: PeerLink, reason: string): void {
    countSocket(link.holder, -1);
    if (reason !== 'left') countReason(counters.ended, reason);
    // Otherwise the same peer has come again.
    if (links.get(link.peerId) !== link) return;
    links.delete(link.peerId);
    held.dropFrom(link.peerId);
  }

  function endWhere(isMeant: (holder: PeerHolder) => boolean): void {
    for (const arrival of arriving) if (isMeant(arrival.holder)) arrival.isOver = true;
    for (const link of [...links.values()])
      if (isMeant(link.holder)) link.end(PEER_CLOSE.sessionEnded, 'session ended');
  }

  function* holders(): Iterable<PeerHolder> {
    for (const { holder } of arriving) yield holder;
    for (const { holder } of links.values()) yield holder;
  }

  const stopRecheck = startPeerRecheck({
    changes: deps.changes,
    everyMs: deps.recheckEveryMs,
    holders,
    isPresent: deps.isPresent,
    end: ({ session, ...subject }) => {
      const key = subjectKey(subject);
      endWhere((holder) => holder.session === session && subjectKey(holder) === key);
    },
    failed: (error) => log.error('peer server', { error }),
  });

  return {
    tickets,
    handleUpgrade(request, socket, head) {
      if (isAllowedOrigin(request.headers.origin, addresses)) {
        webSockets.accept(request, socket, head, (webSocket) => void open(webSocket, request));
        return;
      }
      countReason(counters.refused.sockets, 'origin');
      security.note({ what: 'peer-refused', reason: 'socket-origin', address: deps.clientAddress(request) });
      refuseUpgrade(socket, '403 Forbidden');
    },
    endSession(tenant, session) {
      tickets.endSession(tenant, session);
      endWhere((holder) => holder.tenant === tenant && holder.session === session);
    },
    counters() {
      const { sockets, ...rest } = structuredClone(counters);
      for (const { holder } of links.values()) sockets[holder.kind] += 1;
      return { ...rest, sockets, held: held.count(), tickets: tickets.count() };
    },
    async close() {
      stopRecheck();
      clearInterval(sweep);
      for (const link of [...links.values()]) link.end(1001, 'closing');
      await webSockets.close();
      await relay.settled();
    },
  };
}

const whoIs = ({ kind, tenant, site, id }: PeerHolder) => ({ kind, tenant, site, who: id });
