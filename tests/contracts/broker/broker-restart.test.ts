/** What outlives the platform, and what its clients bring back: the running platform, ended and started on the same data. */
import { join } from 'node:path';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import {
  clientFilter,
  clientGroups,
  clientOrders,
  clientPolicies,
  deviceEvents,
  deviceFilters,
  notifications,
  presence,
  presenceFilter,
  roomFilter,
  roomTopic,
  targetTopic,
} from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { createInbox } from './broker-client.ts';

const LONG_MS = 60_000;
const scope = { tenant: 'demo', site: 'riverside' };
/** The class's room: both are in it. */
const ROOM = 'room-3';

let classroom: RunningClassroom;
let teacher: Tokens;
let maintainer: Tokens;
let device: DeviceTokens;
const opened: MqttClient[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  teacher = await consoleSession(classroom.platform, 'teacher@demo.example');
  maintainer = await consoleSession(classroom.platform, 'maintainer@demo.example');
  const { secret, devices } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const { db } = classroom.platform.store;
  const inClass = await db
    .selectFrom('group_members')
    .innerJoin('live_room_members', 'live_room_members.member_id', 'group_members.group_id')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select('users.email')
    .where('live_room_members.room_id', '=', ROOM)
    .execute();
  const about = devices.find(({ user }) =>
    inClass.some(({ email }) => email !== null && email === user.email),
  );
  const answer = await ask(`${classroom.consoleUrl}/auth/devices/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-key': 'demo' },
    body: JSON.stringify({ ...about, displays: undefined, traits: undefined, secret }),
  });
  device = JSON.parse(answer.body) as DeviceTokens;
}, LONG_MS);
afterAll(async () => {
  for (const client of opened) client.end(true);
  await classroom?.close();
}, LONG_MS);

/** The policies come when they have been read, before or after the rest. */
const isNoPolicy = ({ topic }: { topic: string }) =>
  topic !== clientPolicies(scope, device.clientId) && topic !== clientOrders(scope, device.clientId);

async function connect({ accessToken }: { accessToken: string }, options: IClientOptions = {}) {
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  const client = mqtt.connect(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    clientId: mqttClientId(claims, 'test'),
    username: accessToken,
    password: accessToken,
    properties: { sessionExpiryInterval: 60 },
    ...options,
  });
  opened.push(client);
  client.on('error', () => {});
  const inbox = createInbox(client);
  const sessionPresent = await new Promise<boolean>((resolve, reject) => {
    client.once('connect', (packet) => resolve(packet.sessionPresent));
    client.once('error', reject);
  });
  return { client, inbox, sessionPresent };
}

const self = () => ({ clientId: device.clientId, userId: device.userId, authType: device.authType });
const send = (client: MqttClient, topic: string, what: object, retain = false) =>
  client.publishAsync(topic, JSON.stringify(what), { qos: 1, retain });
const history = () =>
  classroom.platform.store.db
    .selectFrom('live_room_history')
    .select(['kind', 'action', 'message', 'user_id', 'tutor_id', 'name'])
    .where('room_id', '=', ROOM)
    .where('sent_at', '>', from)
    .orderBy('sent_at')
    .execute();
const events = () =>
  classroom.platform.store.db
    .selectFrom('user_logs')
    .select(['rule', 'user_id', 'client_id'])
    .where('client_id', '=', device.clientId)
    .execute();
const from = new Date();
const event = { effectType: 'BlockWebsitesDefinition', rule: '*.games.example', timeTriggered: Date.now() };

it('forgets sessions, presences and who is in a room, and keeps what was said and seen', {
  timeout: LONG_MS,
}, async () => {
  const tutor = await connect(teacher);
  await tutor.client.subscribeAsync(notifications(scope), { qos: 1 });
  await tutor.client.subscribeAsync(roomFilter(scope, ROOM), { qos: 1 });
  const first = await connect(device);
  const filters = [clientFilter(scope, device.clientId), deviceFilters.client(scope, self(), 'actions')];
  await first.client.subscribeAsync(filters, { qos: 1 });
  const groups = (await first.inbox.next(({ topic }) => topic === clientGroups(scope, device.clientId)))
    .payload;
  const here = { hostname: 'PC', os: 'Windows', type: 'windowsAgent', since: 1 };
  await send(first.client, presence(scope, self()), here, true);
  await send(first.client, roomTopic(scope, ROOM, 'connected'), { userId: device.userId });
  await send(tutor.client, roomTopic(scope, ROOM, 'connected'), { tutorId: teacher.userId });
  await send(tutor.client, roomTopic(scope, ROOM, 'disconnect'), { tutorId: teacher.userId });
  await send(first.client, roomTopic(scope, ROOM, 'send-message'), { id: 'm-1', message: 'hello' });
  const heard = await tutor.inbox.next(({ topic }) => topic.endsWith('/messages'));
  expect(JSON.parse(heard.payload.toString())).toMatchObject({ id: 'm-1', userId: device.userId });
  await send(first.client, deviceEvents(scope, device.clientId), event);
  const told = await tutor.inbox.next(
    ({ topic, payload }) => topic === notifications(scope) && payload.includes('userlogs'),
  );
  expect(JSON.parse(told.payload.toString())).toMatchObject({ resource: 'userlogs', change: 'created' });
  const before = await history();
  expect(before.map(({ kind, action, message }) => (kind === 'status' ? action : message))).toEqual([
    'connected',
    'connected',
    'disconnect',
    'hello',
  ]);

  await classroom.restartPlatform();

  // Whoever was in the room is not, and whoever had left has not left twice.
  const ended = (await history()).slice(before.length);
  expect(ended).toMatchObject([{ kind: 'status', action: 'disconnect', user_id: device.userId }]);
  const second = await connect(device, { clean: false });
  expect(second.sessionPresent).toBe(false);
  const [watcher, tutorAgain] = [await connect(maintainer), await connect(teacher, { clean: false })];
  await watcher.client.subscribeAsync(presenceFilter(scope), { qos: 1 });
  await tutorAgain.client.subscribeAsync(roomFilter(scope, ROOM), { qos: 1 });
  await second.client.subscribeAsync(filters, { qos: 1 });
  expect((await second.inbox.next(isNoPolicy)).payload).toEqual(groups);
  await send(second.client, presence(scope, self()), { ...here, since: 2 }, true);
  expect(JSON.parse((await watcher.inbox.next()).payload.toString())).toMatchObject({ since: 2 });
  const actions = targetTopic(scope, teacher.userId, { to: 'client', ...self() }, 'actions');
  await send(tutorAgain.client, actions, { id: 'a', action: 'ping', timeSent: 1 });
  expect((await second.inbox.next(isNoPolicy)).topic).toBe(actions);

  // What was not acknowledged before the end comes again.
  await send(second.client, roomTopic(scope, ROOM, 'send-message'), { id: 'm-1', message: 'hello' });
  await send(second.client, deviceEvents(scope, device.clientId), event);
  await send(second.client, roomTopic(scope, ROOM, 'send-message'), { id: 'm-2', message: 'again' });
  expect(JSON.parse((await tutorAgain.inbox.next()).payload.toString())).toMatchObject({ id: 'm-2' });
  expect((await history()).map(({ message }) => message).filter(Boolean)).toEqual(['hello', 'again']);
  expect(await events()).toEqual([
    { rule: '*.games.example', user_id: device.userId, client_id: device.clientId },
  ]);
});
