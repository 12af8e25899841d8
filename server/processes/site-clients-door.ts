/** Every process takes every client, and brings each to the process of its site. */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { createWaitingSockets, WAITING_SOCKETS } from '../broker/limits/waiting-sockets.ts';
import { pathOf } from '../http/error-answers.ts';
import { isWebSocketRequest, refuseUpgrade } from '../http/web-sockets.ts';
import type { ClientLobby } from './client-lobby.ts';
import { type ClientReachDeps, createClientReach } from './client-reach.ts';
import { joinSockets } from './join-sockets.ts';
import type { PeerTicketNames } from './peer-ticket-names.ts';
import { passedHeaders } from './relay-dial.ts';
import type { TakesClients } from './relay-port.ts';
import type { HandedClient } from './sibling-messages.ts';
import type { Siblings } from './siblings.ts';
import type { SiteName } from './site-leases.ts';

export type SiteClientsDoorDeps = ClientReachDeps & {
  siblings: Pick<Siblings, 'family' | 'hand'> | undefined;
  /** A client for this process itself. */
  takeHanded(client: HandedClient, socket: Socket): void;
  lobby: ClientLobby;
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  isAllowedOrigin(origin: string | undefined): boolean;
  ticketNames: PeerTicketNames;
  /** These know no site, and say to everybody why not. */
  strays: { broker: TakesClients; peers: TakesClients };
  failed(error: unknown): void;
};

export type SiteClientsDoor = {
  mqtt: TakesClients;
  peers: TakesClients;
  /** Ends the sockets of clients that are on their way, or are passed on to another process. */
  close(): void;
};

export const siteName = (tenant: string, site: string): SiteName => `${tenant}/${site}`;

export function createSiteClientsDoor(deps: SiteClientsDoorDeps): SiteClientsDoor {
  const { self, strays, siblings } = deps;
  const reach = createClientReach(deps);
  const waiting = createWaitingSockets(WAITING_SOCKETS);
  /** Of clients that are not given to a service yet, or that bytes are passed on for. */
  const passing = new Set<Duplex>();
  let isClosed = false;

  /** False: the socket cannot be given, and stays as it is. */
  function give(client: HandedClient, socket: Duplex): boolean {
    if (!(socket instanceof Socket)) return false;
    if (client.process === self) deps.takeHanded(client, socket);
    else if (!siblings?.hand(client, socket)) return false;
    passing.delete(socket);
    return true;
  }

  async function siteOf(token: string | undefined): Promise<SiteName | undefined> {
    const claims = token === undefined ? undefined : await deps.verify(token);
    if (claims?.site === undefined || claims.realm === 'admin') return undefined;
    return siteName(claims.tenant, claims.site);
  }

  async function takeMqtt(
    request: IncomingMessage,
    { socket, head, greeted }: { socket: Duplex; head: Buffer; greeted: () => void },
  ): Promise<void> {
    const arrived = await deps.lobby.receive(request, socket, head);
    greeted();
    if (!arrived) return;
    const site = await siteOf(arrived.token);
    const process = site === undefined ? undefined : await reach.near(site);
    if (socket.destroyed) return;
    if (site !== undefined && process !== undefined) {
      const client = {
        process,
        site,
        address: deps.clientAddress(request),
        request: { url: request.url ?? '', headers: passedHeaders(request) },
        bytes: arrived.bytes.toString('base64'),
      };
      if (give(client, socket)) return;
    }
    const brought = await reach.bring(request, site);
    if (brought?.name !== 'taken' || socket.destroyed) {
      socket.destroy();
      if (brought?.name === 'taken') brought.socket.destroy();
      return;
    }
    brought.socket.write(arrived.bytes);
    // The answer to the upgrade has been given.
    if (brought.head.length > 0) socket.write(brought.head);
    joinSockets(socket, brought.socket);
  }

  async function takePeer(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    const brought = await reach.bring(request, deps.ticketNames.siteOf(query.get('token') ?? ''));
    if (brought?.name !== 'taken' || socket.destroyed) {
      if (brought?.name === 'taken') brought.socket.destroy();
      refuseUpgrade(socket, brought?.name === 'refused' ? brought.status : '503 Service Unavailable');
      return;
    }
    socket.write(headOf(brought.response));
    if (brought.head.length > 0) socket.write(brought.head);
    if (head.length > 0) brought.socket.write(head);
    joinSockets(socket, brought.socket);
  }

  const guard = (socket: Duplex, take: () => Promise<void>) => {
    if (isClosed) {
      socket.destroy();
      return;
    }
    passing.add(socket);
    socket.once('close', () => passing.delete(socket));
    take().catch((error: unknown) => {
      deps.failed(error);
      socket.destroy();
    });
  };

  return {
    mqtt: {
      handleUpgrade(request, socket, head) {
        const offersMqtt = (request.headers['sec-websocket-protocol'] ?? '')
          .split(',')
          .some((name) => name.trim() === 'mqtt');
        const greeted = waiting.begin(deps.clientAddress(request));
        // It refuses as it does for clients of any site.
        if (
          !offersMqtt ||
          !greeted ||
          !isWebSocketRequest(request) ||
          !deps.isAllowedOrigin(request.headers.origin)
        ) {
          greeted?.();
          strays.broker.handleUpgrade(request, socket, head);
          return;
        }
        guard(socket, () => takeMqtt(request, { socket, head, greeted }));
      },
    },
    peers: {
      handleUpgrade: (request, socket, head) => guard(socket, () => takePeer(request, socket, head)),
    },
    close() {
      isClosed = true;
      for (const socket of passing) socket.destroy();
    },
  };
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Which of its services a client has come for. */
export const isForPeers = (path: string): boolean => pathOf(path) === '/peerjs';
