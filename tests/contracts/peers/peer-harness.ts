/** A real peer server on a free port of 127.0.0.1, with a clock and a directory that tests turn and write by hand. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { type PeerFrame, peerFrameSchema, peerSocketUrl } from '#protocol/peer/peer-signalling.ts';
import { createChanges } from '../../../server/base/changes.ts';
import { silentLog } from '../../../server/base/log.ts';
import { ownRateLimits } from '../../../server/base/rate-limit.ts';
import { createSecurityLog } from '../../../server/base/security-log.ts';
import { createAddresses } from '../../../server/http/addresses.ts';
import { createClientAddress } from '../../../server/http/client-address.ts';
import type { PeerLimits } from '../../../server/peer/peer-limits.ts';
import { createPeerServer } from '../../../server/peer/peer-server.ts';
import { createPeerTickets, type PeerHolder } from '../../../server/peer/peer-tickets.ts';

const ADDRESS_OPTIONS = {
  domain: 'localhost',
  trustedProxies: [],
  configUrl: undefined,
  loginUrl: undefined,
  publicAuthUrl: undefined,
  publicRestUrl: undefined,
  publicMqttUrl: undefined,
};

export type Wish = {
  /** The peer id of before. */
  peerId?: string;
  /** In the path of the address. */
  site?: string;
  /** In place of what is right. */
  query?: Partial<Record<'key' | 'id' | 'token', string>>;
  headers?: Record<string, string>;
};

export async function startPeers(limits: Partial<PeerLimits> = {}) {
  let time = 1_700_000_000_000;
  const clock = () => time;
  /** The clients that each tutor reaches. */
  const reach = new Map<string, Set<string>>();
  const gone = new Set<string>();
  /** Those whose sign-in is over or who are in the directory no more. */
  const ended = new Set<string>();
  const logged: string[] = [];
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  /** While set, every question waits for it. */
  const directory: { slow?: Promise<void> | undefined; away: boolean } = { away: false };
  async function isPresent({ id }: PeerHolder): Promise<boolean> {
    await directory.slow;
    if (directory.away) throw new Error('database away');
    return !ended.has(id);
  }
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const idSecret = randomBytes(32);
  const security = createSecurityLog({ log: silentLog, clock, keep: (line) => void logged.push(line) });
  const issue = () => createPeerTickets({ secret: idSecret, clock, rateLimit: ownRateLimits(clock) });
  let tickets = issue();
  const create = () =>
    createPeerServer({
      tickets,
      permissions: {
        async rolesOfTutor({ tutorId }) {
          await directory.slow;
          if (directory.away) throw new Error('database away');
          return gone.has(tutorId) ? undefined : ['consoleUser'];
        },
        mayReachClient: async ({ tutorId }, clientId) => reach.get(tutorId)?.has(clientId) ?? false,
      },
      addresses: createAddresses(ADDRESS_OPTIONS, port),
      clock,
      isPresent,
      changes: createChanges(),
      log: { info: log, warn: log, error: log },
      clientAddress: createClientAddress({ trustedProxies: [] }),
      security,
      limits: { sweepMs: 5, ...limits },
    });
  let peers = create();
  http.on('upgrade', (...upgrade) => peers.handleUpgrade(...upgrade));
  const opened: WebSocket[] = [];

  const test = {
    reach,
    gone,
    ended,
    directory,
    logged,
    security,
    server: () => peers,
    pass(ms: number) {
      time += ms;
    },
    ticketFor(holder: PeerHolder, peerId?: string) {
      const result = tickets.issue(holder, peerId);
      if (result.name !== 'issued') throw new Error(result.name);
      return result.ticket;
    },
    /** Opens a socket, whatever the server makes of it. */
    dial(holder: PeerHolder, { peerId, site, query, headers }: Wish = {}) {
      const ticket = test.ticketFor(holder, peerId);
      const url = new URL(
        peerSocketUrl(`ws://127.0.0.1:${port}/peerjs${site === undefined ? '' : `/${site}`}`, {
          ...ticket,
          tenant: holder.tenant,
        }),
      );
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
      const socket = new WebSocket(url, { headers: { host: `${holder.tenant}.localhost`, ...headers } });
      opened.push(socket);
      return createPeerClient(socket, ticket.peerId, url);
    },
    async connect(holder: PeerHolder, wish: Wish = {}) {
      const client = test.dial(holder, wish);
      const first = await client.next();
      if (first.type !== 'OPEN') throw new Error(JSON.stringify(first));
      return client;
    },
    /** A tutor and a device of the class who reach each other. */
    async pair() {
      reach.set('tina', new Set(['ann-pc']));
      return { tutor: await test.connect(tutor('tina')), device: await test.connect(device('ann-pc')) };
    },
    /** As after a restart of the platform: nothing is left but the secret. */
    async restart() {
      await peers.close();
      tickets = issue();
      peers = create();
    },
    /** Connections of the underlying server that are still there. */
    connections: () => new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count))),
    async stop() {
      for (const socket of opened) socket.terminate();
      await peers.close();
      security.stop();
      http.close();
      await once(http, 'close');
    },
  };
  return test;
}
export type TestPeers = Awaited<ReturnType<typeof startPeers>>;

const somebody =
  (kind: PeerHolder['kind']) =>
  (id: string, over: Partial<PeerHolder> = {}): PeerHolder => ({
    kind,
    tenant: 'acme',
    site: 'one',
    id,
    session: `session of ${id}`,
    ...over,
  });
export const tutor = somebody('tutor');
export const device = somebody('device');

export const offer = (dst: string, sdp = 'v=0') => ({ type: 'OFFER', dst, payload: { sdp } });
export const candidate = (dst: string, at: number) => ({
  type: 'CANDIDATE',
  dst,
  payload: { candidate: `c ${at}` },
});

/** Everything that comes is checked against the schema of what a server may say. */
export function createPeerClient(socket: WebSocket, peerId: string, url: URL) {
  const frames: PeerFrame[] = [];
  const waiting: ((frame: PeerFrame) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = v.parse(peerFrameSchema, JSON.parse(data.toString()));
    const next = waiting.shift();
    if (next) next(frame);
    else frames.push(frame);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  /** What went wrong before it was open, such as an HTTP status. */
  const failed = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message));
  });
  return {
    socket,
    peerId,
    url,
    closed,
    failed,
    /** Came and was not asked for. */
    frames,
    next(): Promise<PeerFrame> {
      const frame = frames.shift();
      return frame ? Promise.resolve(frame) : new Promise((resolve) => waiting.push(resolve));
    },
    say: (frame: object) => socket.send(JSON.stringify(frame)),
    /** A round trip: what the server had sent before is here. */
    async settle() {
      socket.ping();
      await once(socket, 'pong');
    },
    async leave() {
      socket.close();
      await closed;
    },
  };
}
