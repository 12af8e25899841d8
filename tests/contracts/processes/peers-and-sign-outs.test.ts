/** A tutor at one process and a student at the other: they call each other, and the end of a session or of a process ends what it has to. */
import type { MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { backchannel, targetTopic } from '#protocol/topics.ts';
import type { Platform } from '../../../server/platform.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { createPeerClient } from '../peers/peer-harness.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const LONG_MS = 90_000;
const ENDS_WITHIN_MS = 5_000;
const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };

type Tokens = Awaited<ReturnType<typeof consoleSession>>;

let two: TwoProcesses;
const opened: (MqttClient | WebSocket)[] = [];
beforeAll(async () => {
  two = await startTwoProcesses();
}, LONG_MS);
afterAll(async () => {
  for (const each of opened) {
    if (each instanceof WebSocket) each.terminate();
    else each.end(true);
  }
  await two?.close();
}, LONG_MS);

const auth = (platform: Platform, path: string, bearer: string) =>
  ask(`${platform.origin('demo')}/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-key': 'demo', authorization: `Bearer ${bearer}` },
    body: '{}',
  });

async function connect(platform: Platform, { accessToken }: Tokens, tab: string) {
  const { client, tutorId } = await connectTutor(platform.port, accessToken, tab);
  opened.push(client);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  return { client, closed, tutorId };
}

async function callFrom(platform: Platform, { accessToken }: Tokens) {
  const ticket = v.parse(
    peerTicketSchema,
    JSON.parse((await auth(platform, '/peer-tickets', accessToken)).body),
  );
  const url = new URL(
    peerSocketUrl(`ws://demo.localhost:${platform.port}/peerjs`, { ...ticket, tenant: 'demo' }),
  );
  const { host } = url;
  // Node does not resolve the host names that browsers do.
  url.hostname = '127.0.0.1';
  const socket = new WebSocket(url, { headers: { host } });
  opened.push(socket);
  const peer = createPeerClient(socket, ticket.peerId, url);
  expect(await peer.next()).toEqual({ type: 'OPEN' });
  return peer;
}

it(
  'a student at one process calls the tutor at the other, and a sign-out at one ends what is open at both',
  async () => {
    const [first, second] = two.platforms;
    const { devices } = await two.studentsAt(second.port, 1);
    const identity = devices[0]?.identity();
    if (!identity) throw new Error('the student is not there');
    const session = await consoleSession(first, TEACHER);
    const { client, closed, tutorId } = await connect(first, session, 'first');
    const peer = await callFrom(first, session);
    const { authType, userId, clientId } = identity;
    await client.publishAsync(
      targetTopic(scope, tutorId, { to: 'client', authType, userId, clientId }, 'actions'),
      JSON.stringify({
        id: 'live-1',
        action: 'liveScreen',
        parameters: { peerId: peer.peerId },
        timeSent: Date.now(),
      }),
      {
        qos: 1,
        properties: { messageExpiryInterval: 60, responseTopic: backchannel(scope, tutorId) },
      },
    );
    expect(await peer.next()).toMatchObject({ type: 'OFFER' });

    const other = await connect(second, session, 'second');
    const groups = (platform: Platform) =>
      ask(`${platform.origin('demo')}/v1/groups?limit=1&_sort=id&_order=desc`, {
        headers: { 'tenant-key': 'demo', authorization: `Bearer ${session.accessToken}` },
      });
    expect((await groups(first)).status).toBe(200);
    const signedOutAt = performance.now();
    expect((await auth(second, '/logout', session.refreshToken)).status).toBe(204);
    await Promise.all([closed, other.closed, peer.closed]);
    await expect.poll(async () => (await groups(first)).status, { timeout: ENDS_WITHIN_MS }).toBe(401);
    expect(performance.now() - signedOutAt).toBeLessThan(ENDS_WITHIN_MS);
  },
  LONG_MS,
);

it(
  'a process ends at once also where it passes a peer on to the other one',
  async () => {
    const session = await consoleSession(two.platforms[0], TEACHER);
    const holds = (platform: Platform) => platform.broker.counters().connections.device > 0;
    expect(two.platforms.filter(holds)).toHaveLength(1);
    const other = two.platforms.find((platform) => !holds(platform));
    if (!other) throw new Error('there are two');
    const peer = await callFrom(other, session);
    const stoppedAt = performance.now();
    await other.close();
    await peer.closed;
    expect(performance.now() - stoppedAt).toBeLessThan(ENDS_WITHIN_MS);
  },
  LONG_MS,
);
