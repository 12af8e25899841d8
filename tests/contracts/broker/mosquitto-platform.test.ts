/** A whole platform whose broker is Debian's Mosquitto: who signs in or enrols is let in there, and who signs out is not. */
import mqtt from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { clientFilter, notifications, presence, targetTopic } from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { startMosquitto } from '../../support/processes/debian-servers.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { closeOf, createInbox, refusalOf, subscribe } from './broker-client.ts';

const LONG_MS = 60_000;
const scope = { tenant: 'demo', site: 'riverside' };
const JSON_OF_DEMO = { 'content-type': 'application/json', 'tenant-key': 'demo' };

let platform: Platform;
let mosquitto: Awaited<ReturnType<typeof startMosquitto>>;
let folder: Awaited<ReturnType<typeof takeDataFolder>>;

beforeAll(async () => {
  mosquitto = await startMosquitto();
  folder = await takeDataFolder();
  const mqttBroker = { url: mosquitto.url, folder: mosquitto.folder };
  const { dataDir } = folder;
  platform = await createPlatform(
    testOptions({ dataDir, students: 2, mqttBroker, publicMqttUrl: mosquitto.webSocketUrl }),
  );
  await vi.waitUntil(() => platform.broker.isOpen(), { timeout: 5_000, interval: 10 });
}, LONG_MS);
afterAll(async () => {
  await platform?.close();
  await mosquitto?.close();
  await folder?.remove();
}, LONG_MS);

async function connect(token: string) {
  const claims = readClaims(token);
  if (!claims) throw new Error('the access token cannot be read');
  const client = await mqtt.connectAsync(mosquitto.webSocketUrl, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'page'),
    username: token,
    password: token,
    reconnectPeriod: 0,
  });
  client.on('error', () => {});
  return { client, claims, inbox: createInbox(client) };
}

async function enrol() {
  const { secret, devices } = await readClassFile(`${folder.dataDir}/demo-class.json`);
  const answer = await ask(`${platform.origin('demo')}/auth/devices/login`, {
    method: 'POST',
    headers: JSON_OF_DEMO,
    body: JSON.stringify({ secret, ...devices[0] }),
  });
  return v.parse(deviceTokensSchema, JSON.parse(answer.body));
}

describe('a platform with Mosquitto', () => {
  it('sends pages there, and takes none itself', async () => {
    const answer = await ask(`${platform.origin('config')}/demo.json`);
    expect(JSON.parse(answer.body)).toMatchObject({ MQTT_URL: mosquitto.webSocketUrl });
    const here = mqtt.connect(`ws://127.0.0.1:${platform.port}/mqtt`, { reconnectPeriod: 0 });
    await closeOf(here);
    expect(here.connected).toBe(false);
  });

  it('brings a tutor’s action to a device, and lets nobody reach another site', {
    timeout: LONG_MS,
  }, async () => {
    const tutor = await connect((await consoleSession(platform, 'teacher@demo.example')).accessToken);
    const tokens = await enrol();
    const device = await connect(tokens.accessToken);
    const { clientId, userId, authType } = tokens;
    await subscribe(device.client, clientFilter(scope, clientId), 1);
    const groups = await device.inbox.next(({ topic }) => topic.endsWith('/groups'));
    const [groupId = ''] = JSON.parse(groups.payload.toString()).groups;
    expect(groupId).not.toBe('');
    const topic = targetTopic(
      scope,
      tutor.claims.sub,
      { to: 'client', userId, clientId, authType },
      'actions',
    );
    await subscribe(device.client, topic, 1);
    const read = new Promise((resolve) => platform.broker.onPublish((m) => m.topic === topic && resolve(m)));
    expect(await refusalOf(tutor.client.publishAsync(topic, '{"id":"a"}', { qos: 1 }))).toBeUndefined();
    expect((await device.inbox.next((m) => m.topic === topic)).payload.toString()).toBe('{"id":"a"}');
    await read;
    const elsewhere = topic.replace('/riverside/', '/hillcrest/');
    expect(await refusalOf(tutor.client.publishAsync(elsewhere, '{}', { qos: 1 }))).toBe(0x87);
    const foreign = presence(scope, { authType, userId, clientId: 'another' });
    expect(await refusalOf(device.client.publishAsync(foreign, '{}', { qos: 1 }))).toBe(0x87);
    for (const { client } of [tutor, device]) await client.endAsync(true);
  });

  it('ends the connection of who signs out, whose token opens nothing any more', {
    timeout: LONG_MS,
  }, async () => {
    const { accessToken, refreshToken } = await consoleSession(platform, 'teacher@demo.example');
    const refreshed = await ask(`${platform.origin('demo')}/auth/refresh`, {
      method: 'POST',
      headers: { ...JSON_OF_DEMO, authorization: `Bearer ${refreshToken}` },
      body: '{}',
    });
    const next = JSON.parse(refreshed.body) as { accessToken: string; refreshToken: string };
    const { client, inbox } = await connect(next.accessToken);
    await subscribe(client, notifications(scope), 1);
    platform.changes.publish({ ...scope, resource: 'groups', change: 'updated', at: 1 });
    expect(JSON.parse((await inbox.next()).payload.toString())).toMatchObject({ resource: 'groups' });
    const closed = closeOf(client);
    const began = performance.now();
    await ask(`${platform.origin('demo')}/auth/logout`, {
      method: 'POST',
      headers: { ...JSON_OF_DEMO, authorization: `Bearer ${next.refreshToken}` },
      body: '{}',
    });
    await closed;
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const token of [accessToken, next.accessToken]) expect(await refusalOf(connect(token))).toBe(0x87);
  });
});
