/** Peers through the whole platform: sign-in, ticket, socket, permissions of the directory, restart, sign-out. */
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import { tenantConfigurationSchema } from '#protocol/auth/tenant-configuration.ts';
import { PEER_CLOSE, peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { createPeerClient } from './peer-harness.ts';

const LONG_MS = 60_000;
let classroom: RunningClassroom;
let teacher: Tokens;
let device: DeviceTokens;
/** As the tenant's configuration document names it. */
let peerServer: URL;
const opened: WebSocket[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  teacher = await consoleSession(classroom.platform, 'teacher@demo.example');
  const document = await ask(`${classroom.platform.origin('config')}/demo.json`);
  peerServer = new URL(v.parse(tenantConfigurationSchema, JSON.parse(document.body)).PEER_SERVER);
  const { secret, devices } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const answer = await post('/devices/login', {
    body: { ...devices[0], displays: undefined, traits: undefined, secret },
  });
  device = JSON.parse(answer.body) as DeviceTokens;
}, LONG_MS);
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await classroom?.close();
}, LONG_MS);

const post = (path: string, { bearer, body = {} }: { bearer?: string; body?: object }) =>
  ask(`${classroom.consoleUrl}/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });

async function connect({ accessToken }: { accessToken: string }, peerId?: string) {
  const answer = await post('/peer-tickets', { bearer: accessToken, body: { peerId } });
  const ticket = v.parse(peerTicketSchema, JSON.parse(answer.body));
  const url = new URL(peerSocketUrl(peerServer.href, { ...ticket, tenant: 'demo' }));
  const { host } = url;
  // Node does not resolve the host names that browsers do.
  url.hostname = '127.0.0.1';
  const socket = new WebSocket(url, { headers: { host, origin: classroom.consoleUrl } });
  opened.push(socket);
  const client = createPeerClient(socket, ticket.peerId, url);
  expect(await client.next()).toEqual({ type: 'OPEN' });
  return client;
}
const counters = () => classroom.platform.peers.counters();

describe('peers of a running platform', () => {
  it('find each other, and again after a restart under the same ids', { timeout: LONG_MS }, async () => {
    const [tutor, pc] = [await connect(teacher), await connect(device)];
    pc.say({ type: 'OFFER', dst: tutor.peerId, payload: { sdp: 'one' } });
    expect(await tutor.next()).toMatchObject({ type: 'OFFER', src: pc.peerId, payload: { sdp: 'one' } });

    await classroom.restartPlatform();
    expect(await tutor.closed).toMatchObject({ code: 1001 });
    const pcBack = await connect(device, pc.peerId);
    pcBack.say({ type: 'OFFER', dst: tutor.peerId, payload: { sdp: 'two' } });
    await expect.poll(() => counters().held).toBe(1);
    const tutorBack = await connect(teacher, tutor.peerId);
    expect(await tutorBack.next()).toMatchObject({ type: 'OFFER', src: pc.peerId, payload: { sdp: 'two' } });
    expect(counters()).toMatchObject({ relayed: 1, sockets: { tutor: 1, device: 1 } });
  });

  it('do not find a tutor of another site', { timeout: LONG_MS }, async () => {
    const elsewhere = await consoleSession(classroom.platform, 'admin@demo.example', 'hillcrest');
    const [tutor, pc] = [await connect(elsewhere), await connect(device)];
    pc.say({ type: 'OFFER', dst: tutor.peerId, payload: {} });
    await expect.poll(() => counters().refused.frames['other-site']).toBe(1);
  });

  it('do not find a tutor who has no group of theirs', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const pc = await connect(device);
    const tutor = await connect(teacher);
    await db.deleteFrom('tutor_group_permissions').where('tutor_id', '=', teacher.userId).execute();
    classroom.platform.changes.publish({
      tenant: 'demo',
      site: 'riverside',
      resource: 'groups',
      change: 'updated',
      at: Date.now(),
    });
    pc.say({ type: 'OFFER', dst: tutor.peerId, payload: {} });
    await expect.poll(() => counters().refused.frames['not-reached']).toBe(1);
  });

  it('end when their sign-in ends', { timeout: LONG_MS }, async () => {
    const session = await consoleSession(classroom.platform, 'maintainer@demo.example');
    const tutor = await connect(session);
    expect((await post('/logout', { bearer: session.refreshToken })).status).toBe(204);
    expect(await tutor.closed).toEqual({ code: PEER_CLOSE.sessionEnded, reason: 'session ended' });
  });

  it('do not come with a ticket that outlives their client', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const { secret } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
    const login = { secret, type: 'windowsAgent', hostname: 'RS-GONE', user: { name: 'Ann' } };
    const gone = JSON.parse((await post('/devices/login', { body: login })).body) as DeviceTokens;
    const answer = await post('/peer-tickets', { bearer: gone.accessToken });
    const ticket = v.parse(peerTicketSchema, JSON.parse(answer.body));
    await db.deleteFrom('clients').where('id', '=', gone.clientId).execute();
    const url = new URL(peerSocketUrl(peerServer.href, { ...ticket, tenant: 'demo' }));
    const { host } = url;
    url.hostname = '127.0.0.1';
    const socket = new WebSocket(url, { headers: { host } });
    opened.push(socket);
    expect(await createPeerClient(socket, ticket.peerId, url).next()).toMatchObject({ type: 'ERROR' });
  });

  it('are answered at their own path only', async () => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${peerServer.port}/peerjs/riverside/more?key=demo&id=x&token=x`,
    );
    const client = createPeerClient(socket, 'x', peerServer);
    expect(await client.failed).toContain('404');
  });
});
