/** A session that has ended ends everywhere: REST, broker and peers of a running platform, by the wire alone. */
import { join } from 'node:path';
import mqtt, { type IDisconnectPacket, type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import {
  PEER_CLOSE,
  type PeerTicket,
  peerSocketUrl,
  peerTicketSchema,
} from '#protocol/peer/peer-signalling.ts';
import type { GroupUpload } from '#protocol/rest/group-media.ts';
import { deviceFilters } from '#protocol/topics.ts';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { hashSecret } from '../../server/base/secrets.ts';
import { createDeviceEventLog } from '../../server/store/logs/device-event-log.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { adminSession, ask, consoleSession } from '../support/tutors/platform-session.ts';
import { createPeerClient } from './peers/peer-harness.ts';

const LONG_MS = 60_000;
/** Nobody may go on for longer. */
const END_LIMIT_MS = 5_000;
const RUNNER_SECRET = 'the secret of a runner of this test';

type Holder = Pick<Tokens, 'accessToken' | 'refreshToken'>;
let classroom: RunningClassroom;
let siteSecret: string;
let pictureId: string;
let groupId: string;
const clients: MqttClient[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  siteSecret = (await readClassFile(join(classroom.dataDir, 'demo-class.json'))).secret;
  const [group] = (await restCall(await tutor(), '/groups')) as unknown as { id: string }[];
  groupId = group?.id ?? '';
  pictureId = await pictureOfAlert();
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

const peerTicket = async ({ accessToken }: Holder): Promise<PeerTicket> =>
  v.parse(peerTicketSchema, JSON.parse((await auth('/peer-tickets', { bearer: accessToken })).body));

/** The socket of a ticket, as far as it is let in. */
function socketOf(ticket: PeerTicket) {
  const url = new URL(
    peerSocketUrl(`ws://demo.localhost:${classroom.platform.port}/peerjs`, { ...ticket, tenant: 'demo' }),
  );
  const { host } = url;
  // Node does not resolve the host names that browsers do.
  url.hostname = '127.0.0.1';
  const socket = new WebSocket(url, { headers: { host } });
  sockets.push(socket);
  return createPeerClient(socket, ticket.peerId, url);
}
async function dial(holder: Holder) {
  const client = socketOf(await peerTicket(holder));
  expect(await client.next()).toEqual({ type: 'OPEN' });
  return client;
}
const opensPeers = async (ticket: PeerTicket) => (await socketOf(ticket).next()).type === 'OPEN';

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

/** Maintains groups: has every channel that there is. */
const tutor = () => consoleSession(classroom.platform, 'maintainer@demo.example');

/** An alert with a picture, which the tutor may read. */
async function pictureOfAlert(): Promise<string> {
  const { db } = classroom.platform.store;
  const { clientId } = await enrol('RS-ALERT-1');
  const log = createDeviceEventLog(db, async () => [groupId]);
  const picture = {
    contentType: 'image/jpeg' as const,
    data: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 7, 7]).toString('base64'),
  };
  const event = { context: {}, timeTriggered: Date.now(), picture };
  const kept = await log.keep({ tenant: 'demo', site: 'riverside', clientId }, event, Date.now());
  if (kept.name !== 'kept') throw new Error(kept.name);
  const alert = db.selectFrom('user_logs').select('media_images').where('id', '=', kept.id);
  return (await alert.executeTakeFirstOrThrow()).media_images[0] ?? '';
}

async function restCall(
  { accessToken }: Holder,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  const answer = await ask(`${classroom.consoleUrl}/v1${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'tenant-key': 'demo',
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return JSON.parse(answer.body) as Record<string, string>;
}

async function postFile({ url, fields }: GroupUpload): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['x']), 'room.png');
  const sent = new Request(url, { method: 'POST', body: form });
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return (await ask(url, { method: 'POST', headers, body: await sent.text() })).status;
}

/**
 * All that a session has opened or been given, each with what becomes of it: true where it is over. `refused`: what REST
 * answers afterwards.
 */
async function everyChannel(session: Tokens, refused: 401 | 403) {
  const [open, peer] = [await connect(session), await dial(session)];
  const ticket = await peerTicket(session);
  const address = await restCall(session, `/media/download/${pictureId}`);
  const picture = () => ask(`${classroom.consoleUrl}${address.downloadUrl}`);
  const form = (await restCall(session, `/group-media/upload/${groupId}`, {})) as unknown as GroupUpload;
  expect([(await picture()).status, await rest(session)]).toEqual([200, 200]);
  const watcher = await enrol('RS-WATCHER-1');
  const device = await connect(watcher);
  const filter = deviceFilters.tutorLastWills({ tenant: 'demo', site: 'riverside' });
  await device.client.subscribeAsync(filter, { qos: 1 });
  const left = new Promise<boolean>((resolve) =>
    device.client.on('message', (topic) => resolve(topic.endsWith(`/${session.userId}`))),
  );
  /** Whether one of these becomes true in time. */
  const soon = (work: Promise<boolean>) => within(END_LIMIT_MS, work).catch(() => false);
  return {
    'the broker’s connection, with its topics of rooms and groups': () =>
      soon(open.told.then(({ reasonCode }) => reasonCode === 0x87)),
    'another connection to the broker': async () => (await refusedConnect(session)) === 0x87,
    'the peers’ socket': () => soon(peer.closed.then(({ code }) => code === PEER_CLOSE.sessionEnded)),
    'a ticket for peers that was not used yet': async () => !(await opensPeers(ticket)),
    'another ticket': async () =>
      (await auth('/peer-tickets', { bearer: session.accessToken })).status >= 401,
    'reads over REST': async () => (await rest(session)) === refused,
    'the credentials of the TURN server': async () => (await rest(session, '/stun/creds')) === refused,
    'the address of a picture': async () => (await picture()).status === 403,
    'the form of an upload': async () => (await postFile(form)) === 403,
    'another session of the same sign-in': async () => {
      const body = { siteId: 'riverside', realm: 'console' };
      return (await auth('/login', { bearer: session.accessToken, body })).status >= 401;
    },
    'remote control and live screens, which devices end when the tutor leaves': () => soon(left),
  };
}
type Channels = Awaited<ReturnType<typeof everyChannel>>;

async function stillOpen(channels: Channels): Promise<string[]> {
  const checked = await Promise.all(
    Object.entries(channels).map(async ([name, isOver]) => ((await isOver()) ? undefined : name)),
  );
  return checked.filter((name) => name !== undefined);
}
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
  it.each(WAYS)('is over on every channel after $name', { timeout: LONG_MS }, async ({ end }) => {
    const session = await tutor();
    const bystander = await tutor();
    const channels = await everyChannel(session, 401);
    const other = await connect(bystander, 'other');
    await end(session);
    expect(await stillOpen(channels)).toEqual([]);
    expect((await refresh(session)).status).toBe(401);
    // Another sign-in of the same tutor goes on.
    expect(await rest(bystander)).toBe(200);
    expect(other.client.connected).toBe(true);
  });

  it('does not open a connection that was on its way when it ended', { timeout: LONG_MS }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const session = await tutor();
      const connecting = connect(session).catch(() => undefined);
      await logout(session);
      const open = await connecting;
      if (open) await within(END_LIMIT_MS, open.closed);
    }
    expect(classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor')).toEqual([]);
  });

  it('is over on every channel when the role on its site is taken away', { timeout: LONG_MS }, async () => {
    const { db } = classroom.platform.store;
    const session = await tutor();
    const channels = await everyChannel(session, 403);
    const links = await db
      .selectFrom('role_links')
      .selectAll()
      .where('tutor_id', '=', session.userId)
      .execute();
    await administrate('POST', `/rolelinks/changes?tutorId=${session.userId}`, {
      changes: links.map(({ id }) => ({ remove: id })),
    });
    expect(await stillOpen(channels)).toEqual([]);
    await db.insertInto('role_links').values(links).execute();
    announce('rolelinks', session.userId);
  });

  it('is over on every channel when the tutor is deleted', { timeout: LONG_MS }, async () => {
    const session = await tutor();
    const channels = await everyChannel(session, 401);
    await administrate('DELETE', `/tutors/${session.userId}`);
    expect(await stillOpen(channels)).toEqual([]);
  });
});

const announce = (resource: string, id: string) =>
  classroom.platform.changes.publish({ tenant: 'demo', resource, id, change: 'updated', at: Date.now() });

async function administrate(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
  const { accessToken } = await adminSession(classroom.platform, 'admin@demo.example');
  const answer = await ask(`${classroom.consoleUrl}/v1${path}`, {
    method,
    headers: {
      'tenant-key': 'demo',
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
}

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
