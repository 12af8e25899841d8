/** The client that tabs and agents share, against the peer server of a running platform. */
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import { createPeerClient, type PeerClient, type PeerOrigin } from '#protocol/peer/peer-client.ts';
import type { PeerPayload } from '#protocol/peer/peer-payload.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { createTcpProxy } from '../../support/faults/tcp-proxy.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 60_000;
let classroom: RunningClassroom;
let teacher: Tokens;
let device: DeviceTokens;
const clients: PeerClient[] = [];
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  teacher = await consoleSession(classroom.platform, 'teacher@demo.example');
  const { secret, devices } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const body = { ...devices[0], displays: undefined, traits: undefined, secret };
  device = JSON.parse((await post('/devices/login', body)).body) as DeviceTokens;
}, LONG_MS);
afterAll(async () => {
  for (const client of clients) client.close();
  for (const close of closers) await close();
  await classroom?.close();
}, LONG_MS);

const post = (path: string, body: object, bearer?: string) =>
  ask(`${classroom.consoleUrl}/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });

type Way = {
  /** Of a proxy before the peer server. */
  port?: number;
  /** How much faster than the clock on the wall the time of this client runs. */
  speed?: number;
};

function clientOf({ accessToken }: { accessToken: string }, { port, speed = 1 }: Way = {}) {
  const peerServer = `${classroom.consoleUrl.replace('http', 'ws')}/peerjs`;
  let heartbeats = 0;
  const client = createPeerClient({
    async ticket(peerId) {
      const { body } = await post('/peer-tickets', { peerId }, accessToken);
      return v.parse(peerTicketSchema, JSON.parse(body));
    },
    url: (ticket) => peerSocketUrl(peerServer, { ...ticket, tenant: 'demo' }),
    open(url, on) {
      const target = new URL(url);
      const { host } = target;
      // Node does not resolve the host names that browsers do.
      target.hostname = '127.0.0.1';
      if (port !== undefined) target.port = String(port);
      const socket = new WebSocket(target, { headers: { host, origin: classroom.consoleUrl } });
      socket.on('message', (data) => on.message(String(data)));
      socket.on('error', () => {});
      socket.on('close', (code) => on.closed(code));
      return {
        send(text) {
          if (text.includes('"HEARTBEAT"')) heartbeats += 1;
          socket.send(text);
        },
        close: () => socket.close(),
      };
    },
    after(ms, call) {
      const timer = setTimeout(call, ms / speed);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });
  const heard: [PeerOrigin, PeerPayload][] = [];
  client.onSignal((from, payload) => heard.push([from, payload]));
  clients.push(client);
  return { client, heard, heartbeats: () => heartbeats };
}

const says = (sdp: string): PeerPayload => ({
  connection: 'c1',
  purpose: 'live',
  reference: 'a1',
  signal: { type: 'offer', sdp },
});

it('a device finds its tutor, and again after a restart at the same addresses', {
  timeout: LONG_MS,
}, async () => {
  const [tutor, pc] = [clientOf(teacher), clientOf(device)];
  const address = await tutor.client.address();
  pc.client.send(address, says('one'));
  const from = { peerId: await pc.client.address(), sender: { kind: 'device', id: device.clientId } };
  await expect.poll(() => tutor.heard).toEqual([[from, says('one')]]);

  await classroom.restartPlatform();
  pc.client.send(address, says('two'));
  await expect.poll(() => tutor.heard.slice(1), { timeout: 20_000 }).toEqual([[from, says('two')]]);
  expect(await tutor.client.address()).toBe(address);
});

it('whoever calls where nobody is hears of it', { timeout: LONG_MS }, async () => {
  const pc = clientOf(device);
  const gone: string[] = [];
  pc.client.onGone((peerId) => gone.push(peerId));
  pc.client.send('0'.repeat(64), says('hello'));
  await expect.poll(() => gone, { timeout: 20_000 }).toEqual(['0'.repeat(64)]);
});

it('a proxy that ends what is idle for a minute ends no socket of a peer that waits', {
  timeout: LONG_MS,
}, async () => {
  const proxy = await createTcpProxy({ targetPort: classroom.platform.port });
  closers.push(proxy.close);
  const way = { port: proxy.port, speed: 20 };
  const [tutor, pc] = [clientOf(teacher, way), clientOf(device, way)];
  const [address, from] = [await tutor.client.address(), await pc.client.address()];
  const ended = proxy.endIdle(60_000 / way.speed);
  // More than a minute of theirs.
  await expect
    .poll(() => Math.min(tutor.heartbeats(), pc.heartbeats()), { timeout: 20_000 })
    .toBeGreaterThan(15);
  expect(ended()).toBe(0);
  pc.client.send(address, says('still here'));
  const sender = { kind: 'device', id: device.clientId };
  await expect.poll(() => tutor.heard).toEqual([[{ peerId: from, sender }, says('still here')]]);
});
