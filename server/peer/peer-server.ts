/** Signalling for peer connections: composes tickets, arrivals, links and relay. All state is in memory. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Changes } from '#base/changes.ts';
import { countReason } from '#base/count-reason.ts';
import type { Log } from '#base/log.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { isAllowedOrigin } from '#http/allowed-origin.ts';
import type { ClientAddress } from '#http/client-address.ts';
import { createWebSockets, refuseUpgrade } from '#http/web-sockets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createHeldFrames } from './held-frames.ts';
import { createOpenLinks } from './open-links.ts';
import { createPeerArrivals } from './peer-arrivals.ts';
import { createPeerCounters, type PeerCounters } from './peer-counters.ts';
import type { DoorAddresses } from './peer-door.ts';
import { PEER_LIMITS, type PeerLimits } from './peer-limits.ts';
import type { PeerPresence } from './peer-presence.ts';
import type { PeerPermissions } from './peer-reach.ts';
import { startPeerRecheck } from './peer-recheck.ts';
import { createPeerRefusals } from './peer-refusals.ts';
import { createPeerRelay } from './peer-relay.ts';
import { type PeerTickets, subjectKey } from './peer-tickets.ts';

export type PeerServerDeps = {
  tickets: Pick<PeerTickets, 'redeem'>;
  permissions: PeerPermissions;
  isPresent: PeerPresence;
  changes: Pick<Changes, 'listen'>;
  /** Interval of checks of all holders. Undefined: never, because no other process changes the data. */
  recheckEveryMs?: number | undefined;
  addresses: DoorAddresses;
  clientAddress: ClientAddress;
  clock: () => EpochMs;
  log: Log;
  security: SecurityLog;
  /** Overrides of the production limits, for tests. */
  limits?: Partial<PeerLimits>;
};

export type PeerServer = {
  /** Handles upgrades on the path of PEER_SERVER. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends the sockets of a sign-in. */
  endSession(tenant: string, session: string): void;
  /** A copy as of now. */
  counters(): PeerCounters;
  close(): Promise<void>;
};

export function createPeerServer(deps: PeerServerDeps): PeerServer {
  const { tickets, permissions, addresses, clock, log } = deps;
  const limits = { ...PEER_LIMITS, ...deps.limits };
  const counters = createPeerCounters();
  const refusals = createPeerRefusals({ counters, security: deps.security });
  const failed = (error: unknown) => log.error('peer server', { error });
  const webSockets = createWebSockets({ maxMessageBytes: limits.maxFrameBytes });
  const links = createOpenLinks();
  const held = createHeldFrames(limits, clock);
  const relay = createPeerRelay({
    links: links.byPeerId,
    held,
    permissions,
    counters,
    maxPendingBytes: limits.maxPendingBytes,
    refused: refusals.frame,
    failed,
  });
  const arrivals = createPeerArrivals({
    tickets,
    addresses,
    isPresent: deps.isPresent,
    clientAddress: deps.clientAddress,
    links,
    limits,
    relay,
    refusals,
    clock,
    opened() {
      counters.opened += 1;
    },
    ended(link, reason) {
      if (reason !== 'left') countReason(counters.ended, reason);
      // `remove` returns false if the peer has reconnected with a newer link.
      if (links.remove(link)) held.dropFrom(link.peerId);
    },
    failed,
  });
  const sweep = setInterval(() => {
    for (const link of links.all()) link.checkAge(clock());
    relay.expire(clock());
  }, limits.sweepMs).unref();
  const stopRecheck = startPeerRecheck({
    changes: deps.changes,
    intervalMs: deps.recheckEveryMs,
    holders: links.holders,
    isPresent: deps.isPresent,
    end: ({ session, ...subject }) => {
      const key = subjectKey(subject);
      links.endSessions((holder) => holder.session === session && subjectKey(holder) === key);
    },
    failed,
  });

  return {
    handleUpgrade(request, socket, head) {
      if (isAllowedOrigin(request.headers.origin, addresses)) {
        webSockets.accept(request, socket, head, (webSocket) => void arrivals.open(webSocket, request));
        return;
      }
      refusals.socket('origin', { address: deps.clientAddress(request) });
      refuseUpgrade(socket, '403 Forbidden');
    },
    endSession(tenant, session) {
      links.endSessions((holder) => holder.tenant === tenant && holder.session === session);
    },
    counters() {
      const { sockets, ...rest } = structuredClone(counters);
      for (const { holder } of links.all()) sockets[holder.kind] += 1;
      return { ...rest, sockets, held: held.count() };
    },
    async close() {
      stopRecheck();
      clearInterval(sweep);
      for (const link of links.all()) link.end(1001, 'closing');
      await webSockets.close();
      await relay.settled();
    },
  };
}
