/** Each reason of “Why is this device dark?” that the platform knows: what causes it is done to devices that connect. */
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { whyDark } from '#domain/devices/why-dark.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { DeviceTokens, Tokens } from '#protocol/auth/auth-service.ts';
import { type Reachability, reachabilitySchema } from '#protocol/rest/reachability.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { hashSecret } from '../../../server/base/secrets.ts';
import { platformFacts } from '../../../src/features/why-dark/dark-facts.ts';
import { darkSentence } from '../../../src/features/why-dark/dark-sentence.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 60_000;
const RUNNER_SECRET = 'the secret of a runner of this test';
const AGAIN = 'Switch it on or wake it, and check its network.';

let classroom: RunningClassroom;
let secret: string;
let maintainer: Tokens;
const clients: MqttClient[] = [];

beforeAll(async () => {
  classroom = await startClassroom();
  ({ secret } = await readClassFile(join(classroom.dataDir, 'demo-class.json')));
  maintainer = await consoleSession(classroom.platform, 'maintainer@demo.example');
}, LONG_MS);
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
});
afterAll(() => classroom?.close(), LONG_MS);

async function post<T>(path: string, { bearer, body = {} }: { bearer?: string; body?: object }): Promise<T> {
  const answer = await ask(`${classroom.consoleUrl}/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  return (answer.body === '' ? undefined : JSON.parse(answer.body)) as T;
}

const enrol = (hostname: string) =>
  post<DeviceTokens>('/devices/login', {
    body: { secret, type: 'windowsAgent', hostname, serialNumber: hostname, user: { name: 'Ann' } },
  });

/** `from`: the network address that it comes from. */
async function connect({ accessToken }: { accessToken: string }, from = '127.0.0.1'): Promise<MqttClient> {
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('no claims');
  const client = mqtt.connect(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    clientId: mqttClientId(claims, 'agent'),
    username: accessToken,
    password: accessToken,
    wsOptions: { localAddress: from },
  });
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
  });
  return client;
}

async function reachability(deviceId: string | undefined): Promise<Reachability> {
  const { status, body } = await ask(`${classroom.consoleUrl}/v1/devices/${deviceId}/reachability`, {
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${maintainer.accessToken}` },
  });
  expect(status).toBe(200);
  return v.parse(reachabilitySchema, JSON.parse(body));
}

/** What the device's own screen says, where nothing is heard of it; `groupId`: as the debug view of the group. */
async function sentence(deviceId: string | undefined, groupId?: string): Promise<string | undefined> {
  const platform = platformFacts(await reachability(deviceId), groupId, Date.now());
  const reason = whyDark({ nowMs: Date.now(), own: { name: 'connected', at: 0 }, platform });
  return reason && darkSentence(reason, Date.now());
}
/** What is noted of connections is stored a moment later. */
const expectSentence = (deviceId: string | undefined, text: RegExp | string, groupId?: string) =>
  expect
    .poll(() => sentence(deviceId, groupId), { interval: 50, timeout: 8_000 })
    .toMatch(typeof text === 'string' ? new RegExp(`^${text}$`) : text);

test('never enrolled', async () => {
  await expectSentence(
    'r-d-00030',
    'It has never enrolled. Install the agent on it with the secret of this site.',
  );
});

test('connected, but nothing of it arrives; connected, but in no such group', async () => {
  const device = await enrol('DARK-1');
  await connect(device);
  await expectSentence(device.deviceId, /^It is connected, but nothing of it arrives here\./);
  const { groups } = await reachability(device.deviceId);
  expect(groups.length).toBeGreaterThan(0);
  await expectSentence(device.deviceId, /^It is connected, but nothing of it arrives here\./, groups[0]);
  await expectSentence(
    device.deviceId,
    'It is connected, but in no such group. Add the device or its user to this group.',
    'another-group',
  );
});

test('offline since, and why: it said goodbye, or its connection broke', async () => {
  const device = await enrol('DARK-2');
  const first = await connect(device);
  await first.endAsync();
  await expectSentence(
    device.deviceId,
    `Offline since \\d\\d?:\\d\\d [AP]M: it was switched off or its agent was closed\\. ${AGAIN}`,
  );
  const second = await connect(device);
  second.on('error', () => {});
  await expectSentence(device.deviceId, /^It is connected/);
  second.stream.destroy();
  await expectSentence(
    device.deviceId,
    `Offline since \\d\\d?:\\d\\d [AP]M: its connection broke\\. ${AGAIN}`,
  );
});

test('its session was ended, and then its token is refused, until it enrols anew', async () => {
  const device = await enrol('DARK-3');
  const client = await connect(device);
  client.on('error', () => {});
  await post('/logout', { bearer: device.refreshToken });
  await expectSentence(
    device.deviceId,
    `Offline since \\d\\d?:\\d\\d [AP]M: its session was ended\\. ${AGAIN}`,
  );
  await expect(connect(device)).rejects.toMatchObject({ code: 0x87 });
  await expectSentence(
    device.deviceId,
    'It was refused at \\d\\d?:\\d\\d [AP]M: its session has ended\\. Sign in on the device again, or enrol it anew\\.',
  );
  await connect(await enrol('DARK-3'));
  await expectSentence(device.deviceId, /^It is connected/);
});

test('another machine with the same identity has taken its place', async () => {
  const device = await enrol('DARK-4');
  (await connect(device)).on('error', () => {});
  // The same machine comes back before its old connection is known to be dead: nothing is wrong with that.
  (await connect(device)).on('error', () => {});
  await expect.poll(async () => (await reachability(device.deviceId)).connection?.replacedAt).toBeTruthy();
  expect(await sentence(device.deviceId)).toMatch(/^It is connected/);
  await connect(device, '127.0.0.2');
  await expectSentence(
    device.deviceId,
    'Another machine took its place at \\d\\d?:\\d\\d [AP]M\\. Two machines may share one identity: enrol one of them anew\\.',
  );
});

test('the site runner does not answer, so that nothing wakes it from here', async () => {
  const device = await enrol('DARK-5');
  await (await connect(device)).endAsync();
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
  const runner = await post<{ accessToken: string }>('/runners/login', {
    body: { secret: RUNNER_SECRET, hostname: 'attic' },
  });
  const link = await connect(runner);
  await expect.poll(async () => (await reachability(device.deviceId)).runner).toBe('there');
  await expectSentence(device.deviceId, /^Offline since \d\d?:\d\d [AP]M: it was switched off/);
  await link.endAsync();
  await expectSentence(
    device.deviceId,
    'Offline since \\d\\d?:\\d\\d [AP]M, and the site runner does not answer, so nothing wakes it from here\\. Switch it on by hand, and look after the runner\\.',
  );
  await db.deleteFrom('runner_tokens').where('id', '=', key.id).execute();
  await db.deleteFrom('site_runners').where('id', '=', key.id).execute();
});

test('the platform was restarted', { timeout: LONG_MS }, async () => {
  const device = await enrol('DARK-6');
  (await connect(device)).on('error', () => {});
  await expectSentence(device.deviceId, /^It is connected/);
  await classroom.restartPlatform();
  await expectSentence(
    device.deviceId,
    `Offline since \\d\\d?:\\d\\d [AP]M: the platform was restarted\\. ${AGAIN}`,
  );
});
