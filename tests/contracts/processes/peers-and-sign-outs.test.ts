/** A tutor and a student of one site call each other by HAProxy, and the end of a session at one process ends what it has to at the other. */
import type { MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { backchannel, targetTopic } from '#protocol/topics.ts';
import type { Platform } from '../../../server/platform/platform.ts';
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

async function connect({ accessToken }: Tokens, tab: string) {
  const { client, tutorId } = await connectTutor(two.port, accessToken, tab);
  opened.push(client);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  return { client, closed, tutorId };
}

/** The ticket is the platform's, the socket is opened at the port. */
async function callFrom(platform: Platform, { accessToken }: Tokens, port: number) {
  const ticket = v.parse(
    peerTicketSchema,
    JSON.parse((await auth(platform, '/peer-tickets', accessToken)).body),
  );
  const url = new URL(
    peerSocketUrl(`ws://demo.localhost:${port}/peerjs/${scope.site}`, { ...ticket, tenant: 'demo' }),
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
  'a student calls the tutor, whichever process gave the ticket, and a sign-out at either ends what is open',
  async () => {
    const [first, second] = two.platforms;
    const { devices } = await two.students(1);
    const identity = devices[0]?.identity();
    if (!identity) throw new Error('the student is not there');
    const session = await consoleSession(first, TEACHER);
    const { client, closed, tutorId } = await connect(session, 'first');
    for (const platform of two.platforms) await callFrom(platform, session, two.port);
    const peer = await callFrom(first, session, two.port);
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

    const other = await connect(session, 'second');
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
  'a ticket opens one socket, at the process of its site and at no other',
  async () => {
    const session = await consoleSession(two.platforms[0], TEACHER);
    const isOwner = ({ broker }: Platform) => broker.counters().connections.device > 0;
    const other = two.platforms.find((platform) => !isOwner(platform));
    if (!other) throw new Error('both have devices');
    const peer = await callFrom(other, session, two.port);
    await expect(callAt(peer.url, two.port)).resolves.toMatchObject({ type: 'ERROR' });
    // Its address names no site: the process does not request the site, and the client has to come again.
    await expect(
      callAt(new URL(peer.url.href.replace('/peerjs/riverside', '/peerjs')), other.port),
    ).rejects.toThrow('503');
    expect(two.platforms.filter(isOwner)).toHaveLength(1);
  },
  LONG_MS,
);

/** The first frame of a socket that is opened with a ticket of before. */
async function callAt(address: URL, port: number) {
  const url = new URL(address);
  const headers = { host: `demo.localhost:${port}` };
  url.host = `127.0.0.1:${port}`;
  const socket = new WebSocket(url, { headers });
  opened.push(socket);
  const peer = createPeerClient(socket, '', url);
  return Promise.race([peer.next(), peer.failed.then((message) => Promise.reject(new Error(message)))]);
}
