/** The port at which other processes of the platform reach this one: they bring clients of its sites, and ask for things. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { refuseUpgrade } from '../http/web-sockets.ts';
import { StartFailure } from '../start-failure.ts';
import type { RelayCall, RelaySeal } from './relay-seal.ts';
import type { ProcessName } from './site-leases.ts';

/** Names the process that has the site. */
export const HOLDER_HEADER = 'x-lectern-holder';

/** Where a call of another process ends: at a service of this one, or at the process that has the site now. */
export type Taken<Service> =
  | { name: 'here'; service: Service }
  | { name: 'there'; holder: ProcessName }
  | { name: 'nowhere' };

export type TakesClients = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

export type RelayHandlers = {
  takeClient(call: RelayCall): Promise<Taken<TakesClients>>;
  /** Gives the JSON of the answer. */
  answer(call: RelayCall, body: string): Promise<Taken<string>>;
};

export type RelayPort = {
  self: ProcessName;
  /** A connection to this port that crosses no network. */
  connect(): Duplex;
  /** Until it is called, nothing is answered. */
  serve(handlers: RelayHandlers): void;
  /** The address of the client whom another process has brought; undefined: nobody has. */
  clientAddress(request: IncomingMessage): string | undefined;
  /** Another process has brought this request by another way. */
  keepAddress(request: IncomingMessage, address: string): void;
  close(): Promise<void>;
};

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export type RelayPlace = {
  /** Somebody called without a seal that holds now. */
  refused(): void;
  failed(error: unknown): void;
  id: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** How many processes run on this machine: each takes a port of its own from `port` on. */
  processes: number;
};

/** Rejects with `StartFailure` where no port can be had. */
export async function openRelayPort(
  seal: RelaySeal,
  { refused, failed, id, host, port, processes }: RelayPlace,
): Promise<RelayPort> {
  const server = createServer();
  const last = port === 0 ? 0 : port + processes - 1;
  await listenAtOneOf(server, { host, first: port, last }).catch((error: Error) => {
    const ports = last > port ? `${port} to ${last}` : port;
    throw new StartFailure(`RELAY_LISTEN: other processes cannot reach ${host}:${ports} (${error.message}).`);
  });
  // Without a listener a connection that cannot be accepted would end the process.
  server.on('error', failed);
  const self = `${id}@${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  const addresses = new WeakMap<IncomingMessage, string>();

  async function upgrade(
    { takeClient }: RelayHandlers,
    [request, socket, head]: [IncomingMessage, Duplex, Buffer],
  ): Promise<void> {
    socket.on('error', () => socket.destroy());
    const call = seal.read(request);
    if (!call) {
      refused();
      return refuseUpgrade(socket, '403 Forbidden');
    }
    if (call.process !== self) return refuseUpgrade(socket, '410 Gone');
    addresses.set(request, call.address);
    const taken = await takeClient(call);
    if (taken.name === 'here') taken.service.handleUpgrade(request, socket, head);
    else if (taken.name === 'nowhere') refuseUpgrade(socket, '503 Service Unavailable');
    else refuseUpgrade(socket, `421 Misdirected Request\r\n${HOLDER_HEADER}: ${taken.holder}`);
  }

  async function answer(
    handlers: RelayHandlers,
    [request, response]: [IncomingMessage, ServerResponse],
  ): Promise<void> {
    const body = await bodyOf(request);
    const call = body === undefined ? undefined : seal.read(request, body);
    if (body === undefined || !call) {
      refused();
      return void response.writeHead(403).end();
    }
    if (call.process !== self) return void response.writeHead(410).end();
    const taken = await handlers.answer(call, body);
    if (taken.name === 'here') response.writeHead(200).end(taken.service);
    else if (taken.name === 'nowhere') response.writeHead(503).end();
    else response.writeHead(421, { [HOLDER_HEADER]: taken.holder }).end();
  }

  return {
    self,
    connect() {
      const [near, far] = duplexPair();
      server.emit('connection', far);
      return near;
    },
    serve(handlers) {
      server.on('upgrade', (...what) => {
        const [, socket] = what;
        upgrade(handlers, what).catch(() => refuseUpgrade(socket, '503 Service Unavailable'));
      });
      server.on('request', (...what) => {
        const [, response] = what;
        answer(handlers, what).catch(() => {
          if (!response.headersSent) response.writeHead(503);
          response.end();
        });
      });
    },
    clientAddress: (request) => addresses.get(request),
    keepAddress: (request, address) => void addresses.set(request, address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Another process may have a port, or be about to leave it. Rejects as the last attempt did. */
async function listenAtOneOf(
  server: Server,
  { host, first, last }: { host: string; first: number; last: number },
): Promise<void> {
  for (let port = first; ; port += 1) {
    const listening = once(server, 'listening');
    // Each process has its own, also where they share the port of the platform.
    server.listen({ host, port, exclusive: true });
    try {
      await listening;
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= last) throw error;
    }
  }
}

/** Undefined: too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
  }
  return Buffer.concat(chunks).toString();
}
