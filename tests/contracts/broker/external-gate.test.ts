/** An external broker that asks the platform gets the answers that the embedded broker gives by itself. */
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import {
  backchannelFilter,
  groupFeedback,
  groupFeedbackFilter,
  notifications,
  presence,
  presenceFilter,
  targetTopic,
} from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { connectDevice } from '../../bench/classroom/bare-device.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { adminSession, ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 60_000;
const SECRET = 'asks-for-a-whole-school';
const scope = { tenant: 'demo', site: 'riverside' };
const elsewhere = { tenant: 'demo', site: 'hillcrest' };
const other = { tenant: 'other', site: 'riverside' };

type Client = { mqtt: MqttClient; clientid: string; token: string };
type Try = { action: 'publish' | 'subscribe'; topic: string; retain?: boolean };

let platform: Platform;
let folder: Awaited<ReturnType<typeof takeDataFolder>>;
let tutor: Client;
let device: Client & { topics: { own: string; presence: string } };
let groups: { mine: string; foreign: string };

beforeAll(async () => {
  folder = await takeDataFolder();
  platform = await createPlatform(
    testOptions({ dataDir: folder.dataDir, students: 2, mqttAccessSecret: SECRET }),
  );
  const { permitted, foreign } = await groupsFor(platform, 'teacher@demo.example');
  groups = {
    mine: permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '',
    foreign: foreign[0]?.id ?? '',
  };
  tutor = await connectTutor();
  device = await connectBareDevice();
}, LONG_MS);
afterAll(async () => {
  for (const client of [tutor, device]) await client?.mqtt.endAsync(true);
  await platform?.close();
  await folder?.remove();
}, LONG_MS);

async function connectTutor(): Promise<Client> {
  const { accessToken: token } = await consoleSession(platform, 'teacher@demo.example');
  const claims = readClaims(token);
  if (!claims) throw new Error('the access token cannot be read');
  const clientid = mqttClientId(claims, 'external');
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: clientid,
    username: token,
    password: token,
    reconnectPeriod: 0,
  });
  return { mqtt: client, clientid, token };
}

async function connectBareDevice() {
  const file = await readClassFile(`${folder.dataDir}/demo-class.json`);
  const { client, tokens } = await connectDevice(platform.port, file, file.devices[0]);
  const { clientId, userId, authType } = tokens;
  const claims = readClaims(tokens.accessToken);
  if (!claims) throw new Error('the access token cannot be read');
  return {
    mqtt: client,
    clientid: mqttClientId(claims, 'bench'),
    token: tokens.accessToken,
    topics: {
      own: `${groupFeedback(scope, groups.mine)}/${clientId}/info`,
      presence: presence(scope, { authType, userId, clientId }),
    },
  };
}

async function call(path: string, body: object, secret = SECRET) {
  const answer = await ask(`${platform.origin('login')}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...JSON.parse(answer.body) };
}

const authorize = async ({ clientid, token }: Client, tried: Try) =>
  (await call('/mqtt/authorize', { clientid, username: token, qos: '1', retain: 'false', ...tried })).result;

/** What the embedded broker does. */
async function embedded({ mqtt: client }: Client, { action, topic, retain = false }: Try): Promise<string> {
  const done =
    action === 'subscribe'
      ? client.subscribeAsync(topic, { qos: 1 })
      : client.publishAsync(topic, '{}', { qos: 1, retain });
  return done.then(
    () => 'allow',
    () => 'deny',
  );
}

async function sameVerdicts(client: Client, tries: readonly Try[]): Promise<string[]> {
  const verdicts: string[] = [];
  for (const tried of tries) {
    const verdict = await authorize(client, tried);
    expect([tried, verdict]).toEqual([tried, await embedded(client, tried)]);
    verdicts.push(verdict);
  }
  return verdicts;
}

describe('an external broker that asks who may use which topic', () => {
  it('hears of a tutor what the embedded broker decides', { timeout: LONG_MS }, async () => {
    const { sub: tutorId = '' } = readClaims(tutor.token) ?? {};
    const actionsFor = (groupId: string) => targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions');
    const verdicts = await sameVerdicts(tutor, [
      { action: 'subscribe', topic: groupFeedbackFilter(scope, groups.mine) },
      { action: 'subscribe', topic: backchannelFilter(scope, tutorId) },
      { action: 'subscribe', topic: notifications(scope) },
      { action: 'subscribe', topic: groupFeedbackFilter(scope, groups.foreign) },
      { action: 'subscribe', topic: backchannelFilter(scope, 'somebody-else') },
      { action: 'subscribe', topic: groupFeedbackFilter(elsewhere, groups.mine) },
      { action: 'subscribe', topic: presenceFilter(other) },
      { action: 'subscribe', topic: '#' },
      { action: 'publish', topic: actionsFor(groups.mine) },
      { action: 'publish', topic: actionsFor(groups.foreign) },
      { action: 'publish', topic: actionsFor(groups.mine), retain: true },
      { action: 'publish', topic: notifications(scope) },
    ]);
    expect(new Set(verdicts)).toEqual(new Set(['allow', 'deny']));
  });

  it('hears of a device what the embedded broker decides', { timeout: LONG_MS }, async () => {
    const verdicts = await sameVerdicts(device, [
      { action: 'publish', topic: device.topics.own },
      { action: 'publish', topic: device.topics.presence, retain: true },
      { action: 'publish', topic: `${groupFeedback(scope, groups.mine)}/somebody-else/info` },
      { action: 'publish', topic: `${groupFeedback(scope, groups.foreign)}/somebody-else/info` },
      { action: 'subscribe', topic: groupFeedbackFilter(scope, groups.mine) },
    ]);
    expect(new Set(verdicts)).toEqual(new Set(['allow', 'deny']));
  });
});

describe('an external broker that asks who may come in', () => {
  const comes = ({ clientid, token }: Pick<Client, 'clientid' | 'token'>) =>
    call('/mqtt/authenticate', { clientid, username: token, password: token });

  it('lets in whom the embedded one lets in, until the token ends, and nobody as a superuser', async () => {
    for (const client of [tutor, device])
      expect(await comes(client)).toEqual({
        status: 200,
        result: 'allow',
        is_superuser: false,
        expire_at: readClaims(client.token)?.exp,
      });
  });

  it('refuses others’ identifiers, tokens of no site, wrong tokens and what is no request, with status 200', async () => {
    const admin = await adminSession(platform, 'admin@demo.example');
    const refused = { status: 200, result: 'deny' };
    expect(await comes({ ...tutor, clientid: device.clientid })).toEqual(refused);
    expect(await comes({ ...tutor, token: admin.accessToken })).toEqual(refused);
    expect(await comes({ ...tutor, token: `${tutor.token}x` })).toEqual(refused);
    expect(await call('/mqtt/authenticate', { clientid: 1 })).toEqual(refused);
    expect(await call('/mqtt/authorize', { clientid: tutor.clientid, username: tutor.token })).toEqual(
      refused,
    );
  });

  it('refuses a session that has ended', async () => {
    const { accessToken: token, refreshToken } = await consoleSession(platform, 'teacher@demo.example');
    const claims = readClaims(token);
    if (!claims) throw new Error('the access token cannot be read');
    const client = { clientid: mqttClientId(claims, 'ended'), token };
    expect(await comes(client)).toMatchObject({ result: 'allow' });
    const tried = {
      clientid: client.clientid,
      username: token,
      action: 'subscribe',
      topic: notifications(scope),
    };
    expect(await call('/mqtt/authorize', tried)).toMatchObject({ result: 'allow' });
    await ask(`${platform.origin('demo')}/auth/logout`, {
      method: 'POST',
      headers: { 'tenant-key': 'demo', authorization: `Bearer ${refreshToken}` },
    });
    expect(await comes(client)).toMatchObject({ result: 'deny' });
    expect(await call('/mqtt/authorize', tried)).toMatchObject({ result: 'deny' });
  });

  it('is answered with its secret only', async () => {
    expect(await call('/mqtt/authenticate', {}, 'another-secret-of-somebody')).toMatchObject({ status: 401 });
    expect(platform.security.counters()['secret-refused:external-broker']).toBe(1);
  });
});
