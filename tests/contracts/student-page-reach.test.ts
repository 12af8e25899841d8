/** Where a student page comes in that claims to be a machine of a room: over the wire, on the running platform. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { deviceTokensSchema, type Tokens } from '#protocol/auth/auth-service.ts';
import { tenantConfigurationSchema } from '#protocol/auth/tenant-configuration.ts';
import { peerSocketUrl, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { groupMemberListSchema } from '#protocol/rest/group-member.ts';
import { pageLinkSchema } from '#protocol/rest/page-link.ts';
import { clientFilter, clientGroups, deviceFilters } from '#protocol/topics.ts';
import type { DemoClass } from '../../server/platform/demo-class.ts';
import { groupsFor } from '../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { adminSession, ask, consoleSession } from '../support/tutors/platform-session.ts';
import { createInbox, subscribe } from './broker/broker-client.ts';
import { createPeerClient } from './peers/peer-harness.ts';

const LONG_MS = 60_000;
const SCOPE = { tenant: 'demo', site: 'riverside' };
const NOT_AUTHORIZED = 0x87;

let classroom: RunningClassroom;
let demo: DemoClass;
let teacher: Tokens;
let groups: Map<string, string>;
let client: MqttClient;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  demo = JSON.parse(await readFile(join(classroom.dataDir, 'demo-class.json'), 'utf8')) as DemoClass;
  groups = new Map((await groupsFor(classroom.platform, '')).all.map(({ id, name }) => [name, id]));
  // A teacher of the room, and of no group that student pages are in.
  await classroom.platform.store.db
    .deleteFrom('tutor_group_permissions')
    .where('group_id', 'in', [idOf('Student pages'), idOf('All devices')])
    .execute();
  teacher = await consoleSession(classroom.platform, 'teacher@demo.example');
}, LONG_MS);
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await client?.endAsync();
  await classroom?.close();
}, LONG_MS);

const idOf = (name: string) => groups.get(name) ?? name;
const post = (path: string, body: object, headers: Record<string, string>) =>
  ask(`${classroom.consoleUrl}/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-key': 'demo', ...headers },
    body: JSON.stringify(body),
  });

/** A page with the link's key that says it is a machine of Room 7A. */
async function enrolImpostor() {
  const answer = await post(
    '/devices/login',
    { secret: demo.pageKey, type: 'extension', hostname: 'RS-7A-01', user: { name: 'Mallory' } },
    { origin: classroom.consoleUrl },
  );
  expect(answer.status, answer.body).toBe(200);
  return v.parse(deviceTokensSchema, JSON.parse(answer.body));
}

async function connectPeer(accessToken: string) {
  const config = await ask(`${classroom.platform.origin('config')}/demo.json`);
  const { PEER_SERVER } = v.parse(tenantConfigurationSchema, JSON.parse(config.body));
  const answer = await post('/peer-tickets', {}, { authorization: `Bearer ${accessToken}` });
  const ticket = v.parse(peerTicketSchema, JSON.parse(answer.body));
  const url = new URL(peerSocketUrl(PEER_SERVER, { ...ticket, tenant: 'demo' }));
  const { host } = url;
  // Node does not resolve the host names that browsers do.
  url.hostname = '127.0.0.1';
  const socket = new WebSocket(url, { headers: { host, origin: classroom.consoleUrl } });
  sockets.push(socket);
  const peer = createPeerClient(socket, ticket.peerId, url);
  expect(await peer.next()).toEqual({ type: 'OPEN' });
  return peer;
}

it('is in the groups of pages and of all devices only, hears nothing of the room, and reaches no teacher of it', async () => {
  const page = await enrolImpostor();
  const claims = readClaims(page.accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  expect(claims.hostname).toMatch(/^page-/);
  const { port, peers } = classroom.platform;
  client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    username: page.accessToken,
    password: page.accessToken,
    clientId: mqttClientId(claims, 'test'),
  });
  const inbox = createInbox(client);
  await subscribe(client, clientFilter(SCOPE, page.clientId), 1);
  const list = await inbox.next(({ topic }) => topic === clientGroups(SCOPE, page.clientId));
  expect((JSON.parse(list.payload.toString()) as { groups: string[] }).groups.sort()).toEqual(
    [idOf('Student pages'), idOf('All devices')].sort(),
  );
  expect(await subscribe(client, deviceFilters.group(SCOPE, idOf('Room 7A')))).toBe(NOT_AUTHORIZED);
  expect(await subscribe(client, deviceFilters.group(SCOPE, idOf('Student pages')))).toBe(0);

  const [tutor, impostor] = [await connectPeer(teacher.accessToken), await connectPeer(page.accessToken)];
  impostor.say({ type: 'OFFER', dst: tutor.peerId, payload: { sdp: 'x' } });
  await expect.poll(() => peers.counters().refused.frames['not-reached']).toBe(1);

  const members = await ask(`${classroom.consoleUrl}/v1/groups/${idOf('Room 7A')}/members`, {
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${teacher.accessToken}` },
  });
  const names = v
    .parse(groupMemberListSchema, JSON.parse(members.body))
    .flatMap((member) => (member.kind === 'device' ? [member.hostname] : []));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !/^(RS|CB)-7A-/.test(name))).toEqual([]);
  expect(names.filter((name) => name === 'RS-7A-01').length).toBeLessThanOrEqual(1);
});

it(
  'comes in no more by a link that its site has renewed, which teachers cannot do',
  async () => {
    const admin = await adminSession(classroom.platform, 'admin@demo.example');
    const inConsole = await consoleSession(classroom.platform, 'admin@demo.example');
    const rest = (who: Tokens, method: 'GET' | 'POST', site = 'riverside') =>
      ask(`${classroom.consoleUrl}/v1/sites/${site}/page-link`, {
        method,
        headers: { 'tenant-key': 'demo', authorization: `Bearer ${who.accessToken}` },
      });
    expect((await rest(teacher, 'GET')).status).toBe(403);
    expect((await rest(teacher, 'POST')).status).toBe(403);
    expect((await rest(inConsole, 'GET')).status).toBe(403);
    expect((await rest(inConsole, 'POST')).status).toBe(403);
    expect((await rest(admin, 'POST', 'elsewhere')).status).toBe(404);
    const keyIn = ({ body }: { body: string }) => v.parse(pageLinkSchema, JSON.parse(body)).key;
    expect(keyIn(await rest(admin, 'GET'))).toBe(demo.pageKey);

    const page = await enrolImpostor();
    const key = keyIn(await rest(admin, 'POST'));
    const comeIn = async (secret: string) => (await post('/devices/site', { secret }, {})).status;
    expect([await comeIn(demo.pageKey), await comeIn(key)]).toEqual([401, 200]);
    const refresh = await post('/refresh', {}, { authorization: `Bearer ${page.refreshToken}` });
    expect(refresh.status).toBe(401);
    expect(classroom.platform.security.counters()['keys-renewed:page-link']).toBe(1);

    await classroom.restartPlatform({ renewPageLink: true });
    const file = JSON.parse(await readFile(join(classroom.dataDir, 'demo-class.json'), 'utf8')) as DemoClass;
    expect([await comeIn(demo.pageKey), await comeIn(key), await comeIn(file.pageKey)]).toEqual([
      401, 401, 200,
    ]);
    expect(file.secret).toBe(demo.secret);
  },
  LONG_MS,
);
