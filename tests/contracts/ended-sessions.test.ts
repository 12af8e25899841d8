/** A session that has ended ends everywhere: REST, broker and peers of a running platform, by the wire alone. */
import { join } from 'node:path';
import mqtt, { type IDisconnectPacket, type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import { PEER_CLOSE, peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { hashSecret } from '../../server/auth/secrets/secrets.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { createPeerClient } from './peers/peer-harness.ts';

const LONG_MS = 60_000;
/** Nobody may go on for longer. */
const END_LIMIT_MS = 5_000;
const RUNNER_SECRET = 'the secret of a runner of this test';

type Holder = Pick<Tokens, 'accessToken' | 'refreshToken'>;
let classroom: RunningClassroom;
let siteSecret: string;
const clients: MqttClient[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  siteSecret = (await readClassFile(join(classroom.dataDir, 'demo-class.json'))).secret;
}, LONG_MS);
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => classroom?.close(), LONG_MS);

const auth = (path: string, { bearer, body = {} }: { bearer?: string; body?: object } = {}) =>
  ask(`${classroom.consoleUrl}/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });

const rest = async ({ accessToken }: Holder, path = '/groups') => {
  const headers = { 'tenant-key': 'demo', authorization: `Bearer ${accessToken}` };
  return (await ask(`${classroom.consoleUrl}/v1${path}`, { headers })).status;
};

/** Rejects with the reason code of the CONNACK. */
async function connect({ accessToken }: Holder, instance = 'tab') {
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('no claims');
  const client = mqtt.connect(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    clientId: mqttClientId(claims, instance),
    username: accessToken,
    password: accessToken,
  });
  clients.push(client);
  client.on('error', () => {});
  const told = new Promise<IDisconnectPacket>((resolve) => client.once('disconnect', resolve));
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', (error) => reject(error));
  });
  return { client, told, closed };
}
const refusedConnect = (holder: Holder) =>
  connect(holder, 'later').then(
    () => undefined,
    (error: { code?: number }) => error.code,
  );

async function dial({ accessToken }: Holder) {
  const ticket = v.parse(
    peerTicketSchema,
    JSON.parse((await auth('/peer-tickets', { bearer: accessToken })).body),
  );
  const url = new URL(
    peerSocketUrl(`ws://demo.localhost:${classroom.platform.port}/peerjs`, { ...ticket, tenant: 'demo' }),
  );
  const { host } = url;
  // Node does not resolve the host names that browsers do.
  url.hostname = '127.0.0.1';
  const socket = new WebSocket(url, { headers: { host } });
  sockets.push(socket);
  const client = createPeerClient(socket, ticket.peerId, url);
  expect(await client.next()).toEqual({ type: 'OPEN' });
  return client;
}

async function enrol(hostname: string): Promise<DeviceTokens> {
  const body = { secret: siteSecret, type: 'windowsAgent', hostname, user: { name: 'Ann' } };
  return JSON.parse((await auth('/devices/login', { body })).body) as DeviceTokens;
}

async function newRunner(): Promise<Holder & { runnerId: string }> {
  const { db } = classroom.platform.store;
  const key = { tenant: 'demo', id: 'runner-of-test' };
  await db
    .insertInto('site_runners')
    .values({ ...key, site_id: 'riverside', name: 'Attic', hostname: null, last_seen_at: null })
    .execute();
  await db
    .insertInto('runner_tokens')
    .values({ ...key, runner_id: key.id, hash: hashSecret(RUNNER_SECRET) })
    .execute();
  const body = { secret: RUNNER_SECRET, hostname: 'attic' };
  return JSON.parse((await auth('/runners/login', { body })).body) as Holder & { runnerId: string };
}

const teacher = () => consoleSession(classroom.platform, 'teacher@demo.example');
const logout = ({ refreshToken }: Holder) => auth('/logout', { bearer: refreshToken });
const refresh = ({ refreshToken }: Holder, body: object = {}) =>
  auth('/refresh', { bearer: refreshToken, body });

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

type Ways = { name: string; end(session: Tokens): Promise<unknown> };
const WAYS: Ways[] = [
  { name: 'a sign-out', end: logout },
  {
    name: 'a sign-out that is asked for twice at once',
    end: (session) => Promise.all([logout(session), logout(session)]),
  },
  {
    name: 'a sign-out after a renewal',
    async end(session) {
      const renewed = JSON.parse((await refresh(session)).body) as Tokens;
      await logout(renewed);
    },
  },
  {
    name: 'a sign-out with the token from before the renewal',
    async end(session) {
      await refresh(session);
      await logout(session);
    },
  },
  {
    name: 'a refresh token that came twice',
    async end(session) {
      await refresh(session);
      const again = await refresh(session, { accessExpiryMinutes: 5 });
      expect(again.status).toBe(401);
    },
  },
];

describe('a tutor’s session', () => {
  it.each(WAYS)('is over everywhere after $name', { timeout: LONG_MS }, async ({ end }) => {
    const session = await teacher();
    const bystander = await teacher();
    const [open, peer] = [await connect(session), await dial(session)];
    const other = await connect(bystander, 'other');
    expect(await rest(session)).toBe(200);
    await end(session);
    expect(await rest(session)).toBe(401);
    expect(await within(END_LIMIT_MS, open.told)).toMatchObject({
      reasonCode: 0x87,
      properties: { reasonString: 'This session has ended.' },
    });
    await within(END_LIMIT_MS, open.closed);
    expect(await within(END_LIMIT_MS, peer.closed)).toMatchObject({ code: PEER_CLOSE.sessionEnded });
    expect(await refusedConnect(session)).toBe(0x87);
    expect((await auth('/peer-tickets', { bearer: session.accessToken })).status).toBe(401);
    // Another sign-in of the same tutor goes on.
    expect(await rest(bystander)).toBe(200);
    expect(other.client.connected).toBe(true);
  });

  it('does not open a connection that was on its way when it ended', { timeout: LONG_MS }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const session = await teacher();
      const connecting = connect(session).catch(() => undefined);
      await logout(session);
      const open = await connecting;
      if (open) await within(END_LIMIT_MS, open.closed);
    }
    expect(classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor')).toEqual([]);
  });

  it('ends with the tutor’s removal', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const session = await consoleSession(classroom.platform, 'maintainer@demo.example');
    const [open, peer] = [await connect(session), await dial(session)];
    await db.deleteFrom('role_links').where('tutor_id', '=', session.userId).execute();
    classroom.platform.changes.publish({
      tenant: 'demo',
      resource: 'rolelinks',
      change: 'deleted',
      at: Date.now(),
    });
    expect(await rest(session)).toBe(403);
    expect((await within(END_LIMIT_MS, open.told)).reasonCode).toBe(0x87);
    expect(await within(END_LIMIT_MS, peer.closed)).toMatchObject({ code: PEER_CLOSE.sessionEnded });
    expect(await refusedConnect(session)).toBe(0x87);
  });
});

describe('a device', () => {
  it('that was removed is told to go, and does not come back', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const [gone, stays] = [await enrol('RS-GONE-1'), await enrol('RS-STAYS-1')];
    const [open, peer] = [await connect(gone), await dial(gone)];
    const other = await connect(stays);
    await db.deleteFrom('clients').where('id', '=', gone.clientId).execute();
    classroom.platform.changes.publish({
      tenant: 'demo',
      site: 'riverside',
      resource: 'devices',
      id: gone.deviceId,
      change: 'deleted',
      at: Date.now(),
    });
    expect(await within(END_LIMIT_MS, open.told)).toMatchObject({
      reasonCode: 0x87,
      properties: { reasonString: 'This site may not be used any more.' },
    });
    expect(await within(END_LIMIT_MS, peer.closed)).toMatchObject({ code: PEER_CLOSE.sessionEnded });
    expect(await refusedConnect(gone)).toBe(0x87);
    expect((await refresh(gone)).status).toBe(401);
    expect(other.client.connected).toBe(true);
  });

  it('keeps nothing of a session that it ended', { timeout: LONG_MS }, async () => {
    const device = await enrol('RS-LEFT-1');
    const open = await connect(device);
    await logout(device);
    expect((await within(END_LIMIT_MS, open.told)).reasonCode).toBe(0x87);
    expect(await rest(device, '/stun/creds')).toBe(401);
  });
});

describe('a site runner', () => {
  it('that was removed is told to go, and does not come back', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const runner = await newRunner();
    const open = await connect(runner);
    await db.deleteFrom('site_runners').where('id', '=', runner.runnerId).execute();
    classroom.platform.changes.publish({
      tenant: 'demo',
      site: 'riverside',
      resource: 'site-runners',
      id: runner.runnerId,
      change: 'deleted',
      at: Date.now(),
    });
    expect((await within(END_LIMIT_MS, open.told)).reasonCode).toBe(0x87);
    expect(await refusedConnect(runner)).toBe(0x87);
  });
});
