/** How much one client may have: connections, messages and bytes a second, and what waits for it. */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { CONNECTION_RATES } from '../../../server/broker/limits/connection-rates.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { cutOff, disconnectOf, pingOf, refusalOf, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { publishBytes } from './broker-malformed-shots.ts';
import { openRaw } from './broker-raw-client.ts';

const FEEDBACK = 'acme/one/groups/maths/feedback';

let test: TestBroker;
const start = async (...limits: Parameters<typeof startBroker>) => {
  test = await startBroker(...limits);
  test.directory.clientGroups.set('pc', ['maths']);
  test.directory.groups.set('tina', new Set(['maths']));
};
afterEach(() => test.stop());

const openDevice = async (instance = 'raw') => {
  const claims = deviceClaims('pc');
  const raw = await openRaw(test.url);
  raw.connect(test.token(claims), mqttClientId(claims, instance));
  await raw.next('connack');
  return raw;
};

describe('connections of one subject', () => {
  it.each([
    ['device', 8, deviceClaims('pc')],
    ['tutor', 32, tutorClaims('tina')],
  ] as const)('of a %s are %i; more are answered 0x97', async (_kind, most, claims) => {
    await start();
    const open = (instance: string) => test.connect(claims, { instance });
    const all = await Promise.all(Array.from({ length: most }, (_, i) => open(`n${i}`)));
    expect(await refusalOf(open('more'))).toBe(0x97);
    expect(test.broker.counters().refused.connects).toEqual({ 'too-many-connections': 1 });
    expect(test.logged.join()).toContain('limit-reached');
    // Another subject, and one of them that comes again, have a place.
    await test.connect({ ...claims, sub: 'other', clientId: 'other', userId: 'other' });
    await open('n0');
    for (const { client } of all.slice(1, 2)) await cutOff(client);
    await expect.poll(() => test.broker.connections().length).toBe(most);
    await open('more');
  });

  it('are counted while they are being admitted', async () => {
    await start();
    const letGo = test.holdAnswers();
    const all = Array.from({ length: 20 }, (_, i) =>
      refusalOf(test.connect(tutorClaims('tina', { sub: 'tina' }), { instance: `n${i}` })),
    );
    const more = Array.from({ length: 20 }, (_, i) =>
      refusalOf(test.connect(tutorClaims('tina'), { instance: `m${i}` })),
    );
    await expect.poll(() => test.broker.counters().refused.connects).toEqual({ 'too-many-connections': 8 });
    letGo();
    const codes = await Promise.all([...all, ...more]);
    expect(codes.filter((code) => code === 0x97)).toHaveLength(8);
  });
});

describe('a connection that sends too much', () => {
  const FEW = { messagesPerSecond: 1, messagesAtOnce: 50, bytesPerSecond: 1_000, bytesAtOnce: 200_000 };
  const rates = { ...CONNECTION_RATES, device: FEW };

  it('ends with 0x96 and the reason, counted; nothing behind the limit is published', async () => {
    await start({ rates });
    const raw = await openDevice();
    const shots = Array.from({ length: 60 }, (_, i) =>
      publishBytes({ topic: `${FEEDBACK}/pc/info`, messageId: i + 1, first: 0x32 }),
    );
    raw.socket.send(Buffer.concat(shots));
    expect(await raw.next('disconnect')).toMatchObject({
      reasonCode: 0x96,
      properties: { reasonString: 'Too many messages or bytes a second.' },
    });
    await raw.closed;
    expect(test.broker.counters().refused.packets).toEqual({ 'message-rate': 1 });
    expect(test.broker.counters().messagesIn).toBeLessThanOrEqual(50);
    expect(test.logged.filter((line) => line.includes('message-rate'))).toHaveLength(1);
  });

  it('goes on where it was cut off when it connects again, under whatever name', async () => {
    await start({ rates });
    const flood = async (instance: string) => {
      const raw = await openDevice(instance);
      const shots = Array.from({ length: 60 }, (_, i) =>
        publishBytes({ topic: `${FEEDBACK}/pc/info`, messageId: i + 1, first: 0x32 }),
      );
      raw.socket.send(Buffer.concat(shots));
      expect(await raw.next('disconnect')).toMatchObject({ reasonCode: 0x96 });
      await raw.closed;
    };
    for (const instance of ['first', 'first', 'second']) await flood(instance);
    // What a second gives back comes on top.
    expect(test.broker.counters().messagesIn).toBeLessThan(60);
    expect(test.broker.counters().refused.packets).toEqual({ 'message-rate': 3 });
    // Another device of the same site goes on.
    const { client } = await test.connect(deviceClaims('other'));
    await pingOf(client);
    expect(client.connected).toBe(true);
  });

  it('ends for its bytes, too', async () => {
    await start({ rates });
    const { client } = await test.connect(deviceClaims('pc'));
    const told = disconnectOf(client);
    for (let i = 0; i < 3; i += 1) client.publish(`${FEEDBACK}/pc/thumbnail`, Buffer.alloc(90_000));
    expect(await told).toBe(0x96);
    expect(test.broker.counters().refused.packets).toEqual({ 'byte-rate': 1 });
  });

  it('is not one that only acknowledges what it is sent', async () => {
    await start({ rates });
    const { client, inbox } = await test.connect(deviceClaims('pc'));
    await subscribe(client, 'acme/one/tutors/+/v1/groups/maths/#', 1);
    const topic = 'acme/one/tutors/tina/v1/groups/maths/actions';
    for (let i = 0; i < 200; i += 1) await test.broker.publish({ topic, payload: Buffer.from('{}'), qos: 1 });
    await pingOf(client);
    await expect.poll(() => inbox.messages.filter((message) => message.topic === topic).length).toBe(200);
    await pingOf(client);
    expect(client.connected).toBe(true);
  });

  it('is none of the product’s: five of the largest usual pictures a second, and an action to each of 300', async () => {
    await start();
    const { client: device } = await test.connect(deviceClaims('pc'));
    // Half a minute of pictures in one moment.
    const picture = Buffer.alloc(200 * 1024);
    for (let i = 0; i < 150; i += 1) device.publish(`${FEEDBACK}/pc/thumbnail`, picture);
    await pingOf(device);
    test.directory.users.set('tina', new Set(['user-of-pc']));
    const { client: tutor } = await test.connect(tutorClaims('tina'));
    const action = Buffer.alloc(256 * 1024);
    for (let i = 0; i < 300; i += 1)
      tutor.publish(`acme/one/tutors/tina/v1/users/user-of-pc/clients/pc-${i}/actions`, action);
    await pingOf(tutor);
    expect([device.connected, tutor.connected]).toEqual([true, true]);
    expect(test.broker.counters().refused.packets).toEqual({});
  });
});

it('sockets without a CONNECT are limited for each address; one that connects or goes makes room', async () => {
  await start({ waiting: { perAddress: 3, inAll: 10 } });
  const idle = [await openRaw(test.url), await openRaw(test.url), await openRaw(test.url)];
  const [error] = await once(new WebSocket(test.url, 'mqtt'), 'error');
  expect(String(error)).toContain('503');
  expect(test.broker.counters().refused.connects).toEqual({ 'too-many-waiting': 1 });
  const claims = deviceClaims('pc');
  idle[0]?.connect(test.token(claims), mqttClientId(claims, 'raw'));
  await idle[0]?.next('connack');
  idle[1]?.socket.terminate();
  await expect
    .poll(() =>
      test.connect(deviceClaims('one')).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await test.connect(deviceClaims('two'));
  for (const { socket } of idle) socket.terminate();
});

it('a client that does not read is given up: 32 MiB wait for it at most, whatever the QoS', async () => {
  await start();
  const slow = await openRaw(test.url);
  const claims = tutorClaims('tina');
  slow.connect(test.token(claims), mqttClientId(claims, 'slow'), {
    properties: { sessionExpiryInterval: 60 },
  });
  await slow.next('connack');
  slow.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${FEEDBACK}/#`, qos: 1 }] });
  await slow.next('suback');
  slow.socket.pause();
  const payload = Buffer.alloc(1024 * 1024);
  let sent = 0;
  for (; test.broker.connections().length > 0 && sent < 200; sent += 1)
    await test.broker.publish({ topic: `${FEEDBACK}/pc/thumbnail`, payload, qos: 1 });
  // What the system's own buffers took comes on top.
  expect(sent).toBeLessThan(60);
  expect(test.broker.counters().refused.packets).toEqual({ slow: 1 });
  // Its session keeps eight of them.
  expect(test.broker.counters().droppedFromQueues).toBeGreaterThan(sent - 10);
  slow.socket.terminate();
  await once(slow.socket, 'close');
});
