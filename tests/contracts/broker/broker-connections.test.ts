import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type AccessTokenClaims, mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, runnerClaims, tutorClaims } from './broker-claims.ts';
import { closeOf, disconnectOf, refusalOf } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { openRaw } from './broker-raw-client.ts';

let test: TestBroker;
beforeEach(async () => {
  test = await startBroker();
});
afterEach(() => test.stop());

/** A JWT as far as its claims can be read; nobody signed it. */
const unsigned = (claims: AccessTokenClaims) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const past = Date.now() / 1000 - 1;

it('takes each kind with a good token under its own client identifier', async () => {
  await test.connect(tutorClaims('tina'));
  await test.connect(deviceClaims('ann-pc'));
  await test.connect(runnerClaims('rex'));
  const kinds = test.broker.connections().map(({ clientId, kind, sub }) => ({ clientId, kind, sub }));
  expect(kinds).toEqual([
    { clientId: 'tutor:acme:one:tina:tab', kind: 'tutor', sub: 'tina' },
    { clientId: 'device:acme:one:ann-pc:tab', kind: 'device', sub: 'ann-pc' },
    { clientId: 'runner:acme:one:rex:tab', kind: 'runner', sub: 'rex' },
  ]);
  expect(test.broker.counters().connections).toEqual({ tutor: 1, device: 1, runner: 1 });
});

it('takes a client at the address of its own site, and answers 0x87 at the address of another one', async () => {
  const claims = tutorClaims('tina');
  await test.connect(claims, { path: '/mqtt/one' });
  expect(await refusalOf(test.connect(claims, { path: '/mqtt/two', instance: 'other' }))).toBe(0x87);
  expect(test.broker.counters().refused.connects).toEqual({ 'other-site': 1 });
});

it.each([
  'tutor:acme:one:tom:tab',
  'tutor:acme:two:tina:tab',
  'tutor:other:one:tina:tab',
  'device:acme:one:tina:tab',
  'tutor:acme:one:tina:',
  'tutor:acme:one:tina',
  'tutor:acme:one:tina:tab:more',
  'tutor:acme:one:tina:a/b',
  'anything',
])('answers 0x85 to the client identifier %s', async (clientId) => {
  expect(await refusalOf(test.connect(tutorClaims('tina'), { clientId }))).toBe(0x85);
  expect(test.broker.counters().refused.connects).toEqual({ 'client-identifier': 1 });
});

it('answers 0x87 to a token that nobody signed, to none and to two different ones', async () => {
  const claims = tutorClaims('tina');
  const forged = unsigned(claims);
  expect(await refusalOf(test.connect(claims, { username: forged, password: forged }))).toBe(0x87);
  expect(await refusalOf(test.connect(claims, { username: '', password: '' }))).toBe(0x87);
  expect(await refusalOf(test.connect(claims, { username: 'tina' }))).toBe(0x87);
  expect(test.broker.counters().refused.connects).toEqual({ token: 3 });
  expect(test.broker.connections()).toEqual([]);
});

it('answers 0x86 to a token whose time is over, whoever notices it', async () => {
  const claims = tutorClaims('tina', { exp: past });
  expect(await refusalOf(test.connect(claims))).toBe(0x86);
  const unverified = unsigned(claims);
  expect(await refusalOf(test.connect(claims, { username: unverified, password: unverified }))).toBe(0x86);
});

it('answers 0x87 to a token of the admin realm and to claims that would say more than one topic level', async () => {
  expect(await refusalOf(test.connect(tutorClaims('tina', { site: undefined, realm: 'admin' })))).toBe(0x87);
  expect(await refusalOf(test.connect(tutorClaims('tina', { realm: 'admin' })))).toBe(0x87);
  expect(await refusalOf(test.connect(tutorClaims('+')))).toBe(0x87);
  expect(await refusalOf(test.connect(deviceClaims('pc', { userId: 'a/b' })))).toBe(0x87);
  expect(await refusalOf(test.connect(deviceClaims('a:b')))).toBe(0x87);
});

it('answers 0x87 to a tutor who may not use the site any more, and 0x88 when the directory does not answer', async () => {
  test.directory.roles.set('tina', undefined);
  expect(await refusalOf(test.connect(tutorClaims('tina')))).toBe(0x87);
  test.directory.slow = Promise.reject(new Error('database away'));
  test.directory.slow.catch(() => {});
  expect(await refusalOf(test.connect(tutorClaims('tom')))).toBe(0x88);
});

it('answers MQTT 3.1.1 with its "unacceptable protocol version"', async () => {
  const raw = await openRaw(test.url, 4);
  const claims = tutorClaims('tina');
  raw.connect(test.token(claims), mqttClientId(claims, 'old'));
  expect((await raw.next('connack')).returnCode).toBe(1);
  await raw.closed;
  expect(Buffer.concat(raw.raw)).toEqual(Buffer.from([0x20, 0x02, 0x00, 0x01]));
  expect(test.broker.counters().refused.connects).toEqual({ 'protocol-version': 1 });
});

it('refuses a WebSocket without subprotocol mqtt, and closes one that sends text', async () => {
  const [error] = await once(new WebSocket(test.url), 'error');
  expect(String(error)).toContain('400');
  const raw = await openRaw(test.url);
  raw.socket.send('hello');
  expect(await raw.closed).toBe(1003);
});

it('takes no page of another origin, and programs without one', async () => {
  const [error] = await once(new WebSocket(test.url, 'mqtt', { origin: 'http://evil.example' }), 'error');
  expect(String(error)).toContain('403');
  expect(test.broker.counters().refused.connects).toEqual({ origin: 1 });
  await test.connect(tutorClaims('tina'), { wsOptions: { origin: 'http://acme.localhost' } });
  await test.connect(deviceClaims('ann-pc'));
});

it('tells in its CONNACK what it holds: packet size, session expiry, keep-alive', async () => {
  const raw = await openRaw(test.url);
  const claims = tutorClaims('tina');
  raw.connect(test.token(claims), mqttClientId(claims, 'raw'), {
    keepalive: 0,
    properties: { sessionExpiryInterval: 86_400 },
  });
  const { properties } = await raw.next('connack');
  expect(properties).toMatchObject({
    maximumPacketSize: 2 * 1024 * 1024 + 64 * 1024,
    sessionExpiryInterval: 60,
    serverKeepAlive: 30,
  });
});

it('disconnects with 0xA0 when the token expires', async () => {
  const { client } = await test.connect(tutorClaims('tina', { exp: Date.now() / 1000 + 1 }));
  const closed = closeOf(client);
  expect(await disconnectOf(client)).toBe(0xa0);
  await closed;
  expect(test.broker.connections()).toEqual([]);
});

it('ends a connection that is silent for one and a half keep-alives', async () => {
  const raw = await openRaw(test.url);
  const claims = tutorClaims('tina');
  raw.connect(test.token(claims), mqttClientId(claims, 'raw'), { keepalive: 1 });
  await raw.next('connack');
  const from = performance.now();
  await raw.closed;
  expect(performance.now() - from).toBeGreaterThan(1_300);
});

it('lets a connection be taken over by the same client identifier: 0x8E to the old one, one is left', async () => {
  const properties = { sessionExpiryInterval: 60 };
  const old = await test.connect(tutorClaims('tina'), { properties });
  await old.client.subscribeAsync('acme/one/tutors/tina/v1/backchannel/#', { qos: 1 });
  const told = disconnectOf(old.client);
  const closed = closeOf(old.client);
  const fresh = await test.connect(tutorClaims('tina'), { properties, clean: false });
  expect(await told).toBe(0x8e);
  expect(fresh.sessionPresent).toBe(true);
  await closed;
  expect(test.broker.connections()).toHaveLength(1);
  const topic = 'acme/one/tutors/tina/v1/backchannel/pc/reply';
  await test.broker.publish({ topic, payload: Buffer.from('{}'), qos: 1 });
  expect((await fresh.inbox.next()).topic).toBe(topic);
});

it('leaves one connection of several that take over the same client identifier at the same moment', async () => {
  const claims = tutorClaims('tina');
  const token = test.token(claims);
  const open = async () => {
    const raw = await openRaw(test.url);
    raw.connect(token, mqttClientId(claims, 'same'));
    return raw;
  };
  const all = [await open()];
  await all[0]?.next('connack');
  const letGo = test.holdAnswers();
  for (let i = 0; i < 6; i += 1) all.push(await open());
  await expect.poll(() => test.directory.asked).toBeGreaterThanOrEqual(7);
  letGo();
  const stillOpen = () => all.filter(({ socket }) => socket.readyState === WebSocket.OPEN);
  await expect.poll(() => stillOpen().length).toBe(1);
  expect(test.broker.connections()).toHaveLength(1);
  // It is the one that the broker knows: a change of permissions reaches it.
  test.directory.roles.set('tina', undefined);
  test.changed({ resource: 'rolelinks' });
  await expect.poll(() => stillOpen().length).toBe(0);
  await expect.poll(() => test.broker.connections()).toEqual([]);
});

it('says goodbye with 0x8B when it closes', async () => {
  const { client } = await test.connect(tutorClaims('tina'));
  await client.subscribeAsync('acme/one/notifications/v1');
  const told = disconnectOf(client);
  await test.broker.close();
  expect(await told).toBe(0x8b);
});

it('counts what goes over each connection', async () => {
  const { client, inbox } = await test.connect(deviceClaims('pc'));
  await client.subscribeAsync('acme/one/clients/pc/#');
  await inbox.next();
  await client.publishAsync('acme/one/events/pc', Buffer.alloc(10_000), { qos: 1 });
  const [connection] = test.broker.connections();
  expect(connection).toMatchObject({ messagesIn: 1, messagesOut: 1, filters: ['acme/one/clients/pc/#'] });
  expect(connection?.bytesIn).toBeGreaterThan(10_000);
  expect(connection?.bytesIn).toBeLessThan(10_500);
  expect(connection?.bytesOut).toBeGreaterThan(10);
  const counters = test.broker.counters();
  expect(counters).toMatchObject({ messagesIn: 1, messagesOut: 1, connected: 1 });
  expect(counters.bytesIn).toBe(connection?.bytesIn);
});
