import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { MAX_JSON_BYTES, MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { cutOff, refusalOf, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { openRaw } from './broker-raw-client.ts';

const ACTIONS = 'acme/one/tutors/tina/v1/users/user-of-pc/actions';
const FEEDBACK = 'acme/one/groups/maths/feedback';
const WILL_TOPIC = 'acme/one/lastwill/user/user-of-pc/pc';
const SESSION = { properties: { sessionExpiryInterval: 60 } };

let test: TestBroker;
beforeEach(async () => {
  test = await startBroker({
    maxWillDelayMs: 500,
    slowBacklogBytes: 8 * 1024 * 1024,
    slowPictureBacklogBytes: 256 * 1024,
  });
  test.directory.groups.set('tina', new Set(['maths']));
  test.directory.users.set('tina', new Set(['user-of-pc']));
  test.directory.clientGroups.set('pc', ['maths']);
});
afterEach(() => test.stop());

it('brings who listens for nothing but hello of a group only that', async () => {
  const listener = await test.connect(tutorClaims('tina'));
  expect(await subscribe(listener.client, `${FEEDBACK}/+/hello`)).toBe(0);
  expect(await subscribe(listener.client, 'acme/one/groups/art/feedback/+/hello')).toBe(0x87);
  const { client } = await test.connect(deviceClaims('pc'));
  const say = (kind: string) => client.publishAsync(`${FEEDBACK}/pc/${kind}`, '{}', { qos: 0 });
  for (const kind of ['info', 'hello', 'statuses', 'hello']) await say(kind);
  for (let i = 0; i < 2; i += 1) expect((await listener.inbox.next()).topic).toBe(`${FEEDBACK}/pc/hello`);
});

describe('refused publishes', () => {
  it('are answered at QoS 1 with Not authorized, counted and logged; the connection stays', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    expect(await refusalOf(client.publishAsync('acme/one/events/other', '{}', { qos: 1 }))).toBe(0x87);
    expect(test.broker.counters().refused.publishes).toEqual({ 'not-authorized': 1 });
    expect(test.logged.join()).toContain('acme/one/events/other');
    expect(client.connected).toBe(true);
  });

  it('are counted at QoS 0 too, where no answer exists, and reach nobody', async () => {
    const tutor = await test.connect(tutorClaims('tina'));
    await subscribe(tutor.client, `${FEEDBACK}/#`);
    const { client } = await test.connect(deviceClaims('pc'));
    client.publish(`${FEEDBACK}/other-pc/info`, 'forged');
    await client.publishAsync(`${FEEDBACK}/pc/info`, 'own', { qos: 1 });
    expect((await tutor.inbox.next()).payload.toString()).toBe('own');
    expect(test.broker.counters().refused.publishes).toEqual({ 'not-authorized': 1 });
  });

  it('are those with a JSON payload over 256 KiB or a thumbnail over 2 MiB', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    const send = (kind: string, bytes: number) =>
      refusalOf(client.publishAsync(`${FEEDBACK}/pc/${kind}`, Buffer.alloc(bytes), { qos: 1 }));
    expect(await send('info', MAX_JSON_BYTES)).toBeUndefined();
    expect(await send('info', MAX_JSON_BYTES + 1)).toBe(0x87);
    expect(await send('thumbnail', MAX_THUMBNAIL_BYTES)).toBeUndefined();
    expect(await send('thumbnail', MAX_THUMBNAIL_BYTES + 1)).toBe(0x87);
    expect(test.broker.counters().refused.publishes).toEqual({ 'too-large': 2 });
  });

  it('are retained ones outside presence, and a presence over 4 KiB', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    expect(await refusalOf(client.publishAsync(`${FEEDBACK}/pc/info`, '{}', { qos: 1, retain: true }))).toBe(
      0x87,
    );
    const presence = (bytes: number) =>
      refusalOf(
        client.publishAsync('acme/one/presence/user/user-of-pc/pc', Buffer.alloc(bytes), {
          qos: 1,
          retain: true,
        }),
      );
    expect(await presence(4 * 1024)).toBeUndefined();
    expect(await presence(4 * 1024 + 1)).toBe(0x87);
    expect(test.broker.counters().refused.publishes).toEqual({ retain: 1, 'too-large': 1 });
  });

  it('end the connection with 0x95 where the packet is over the announced size', async () => {
    const raw = await openRaw(test.url);
    const claims = deviceClaims('pc');
    raw.connect(test.token(claims), mqttClientId(claims, 'raw'));
    await raw.next('connack');
    raw.send({
      cmd: 'publish',
      topic: `${FEEDBACK}/pc/thumbnail`,
      payload: Buffer.alloc(MAX_THUMBNAIL_BYTES + 128 * 1024),
      qos: 0,
      dup: false,
      retain: false,
    });
    expect((await raw.next('disconnect')).reasonCode).toBe(0x95);
    await raw.closed;
  });
});

it('carries user properties, content type, response topic and correlation data through', async () => {
  const device = await test.connect(deviceClaims('pc'));
  await subscribe(device.client, ACTIONS.replace('tina', '+'), 1);
  const { client } = await test.connect(tutorClaims('tina'));
  const properties = {
    responseTopic: 'acme/one/tutors/tina/v1/backchannel',
    correlationData: Buffer.from('id-1'),
    contentType: 'application/json',
    userProperties: { a: 'b' },
    messageExpiryInterval: 60,
  };
  await client.publishAsync(ACTIONS, '{}', { qos: 1, properties });
  expect((await device.inbox.next()).packet.properties).toMatchObject({
    ...properties,
    userProperties: { a: 'b' },
  });
});

it('delivers a message that was overtaken by a later one', async () => {
  const tutor = await test.connect(tutorClaims('tina', { roles: ['consoleUser', 'groupMaintainer'] }));
  await subscribe(tutor.client, 'acme/one/presence/#');
  await subscribe(tutor.client, `${FEEDBACK}/#`);
  const raw = await openRaw(test.url);
  const claims = deviceClaims('pc');
  raw.connect(test.token(claims), mqttClientId(claims, 'raw'));
  await raw.next('connack');
  // In one piece: storing the retained one takes a moment longer.
  const publish = { cmd: 'publish', qos: 0, dup: false, payload: 'x' } as const;
  raw.send(
    { ...publish, topic: 'acme/one/presence/user/user-of-pc/pc', retain: true },
    { ...publish, topic: `${FEEDBACK}/pc/hello`, retain: false },
  );
  const topics = [await tutor.inbox.next(), await tutor.inbox.next()].map(({ topic }) => topic.split('/')[2]);
  expect(topics.sort()).toEqual(['groups', 'presence']);
});

describe('last wills', () => {
  const will = (payload: string) => ({
    topic: WILL_TOPIC,
    payload: Buffer.from(payload),
    qos: 1 as const,
    retain: false,
    properties: { willDelayInterval: 3 },
  });

  it('come after their delay, without the Will Delay property', async () => {
    const raw = await openRaw(test.url);
    const tutor = tutorClaims('tina');
    raw.connect(test.token(tutor), mqttClientId(tutor, 'raw'));
    await raw.next('connack');
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'acme/one/lastwill/#', qos: 0 }] });
    await raw.next('suback');
    const { client } = await test.connect(deviceClaims('pc'), { will: will('{"since":1}'), ...SESSION });
    const from = performance.now();
    client.stream.destroy();
    const message = await raw.next('publish');
    expect(performance.now() - from).toBeGreaterThan(450);
    expect(message).toMatchObject({ topic: WILL_TOPIC, payload: Buffer.from('{"since":1}') });
    expect(message.properties).toBeUndefined();
  });

  it('are cancelled by a reconnect within the delay, and by a clean exit', async () => {
    const tutor = await test.connect(tutorClaims('tina'));
    await subscribe(tutor.client, 'acme/one/lastwill/#');
    const lost = await test.connect(deviceClaims('pc'), { will: will('lost'), ...SESSION });
    await cutOff(lost.client);
    const back = await test.connect(deviceClaims('pc'), { will: will('left'), clean: false, ...SESSION });
    await back.client.endAsync();
    // Another device's will, begun later, marks the time at which the first ones would have come.
    const marker = { ...will('marker'), topic: 'acme/one/lastwill/user/user-of-late/late' };
    const late = await test.connect(deviceClaims('late'), { will: marker, ...SESSION });
    late.client.stream.destroy();
    expect((await tutor.inbox.next()).payload.toString()).toBe('marker');
    expect(tutor.inbox.messages).toEqual([]);
  });

  it('come at a disconnect that asks for it', async () => {
    const tutor = await test.connect(tutorClaims('tina'));
    await subscribe(tutor.client, 'acme/one/lastwill/#');
    const { client } = await test.connect(deviceClaims('pc'), { will: will('asked'), ...SESSION });
    client.end({ reasonCode: 0x04 });
    expect((await tutor.inbox.next()).payload.toString()).toBe('asked');
  });

  it('on a topic that the client may not publish to refuse the connection', async () => {
    const foreign = { ...will('x'), topic: 'acme/one/lastwill/user/user-of-other/other' };
    expect(await refusalOf(test.connect(deviceClaims('pc'), { will: foreign }))).toBe(0x87);
    expect(test.broker.counters().refused.connects).toEqual({ 'last-will': 1 });
  });
});

it('gives a receiver no packet over the size that it announced', async () => {
  const raw = await openRaw(test.url);
  const claims = tutorClaims('tina');
  raw.connect(test.token(claims), mqttClientId(claims, 'small'), { properties: { maximumPacketSize: 500 } });
  await raw.next('connack');
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${FEEDBACK}/#`, qos: 0 }] });
  await raw.next('suback');
  const publish = (bytes: number) =>
    test.broker.publish({ topic: `${FEEDBACK}/pc/info`, payload: Buffer.alloc(bytes), qos: 0 });
  await publish(600);
  await publish(400);
  expect((await raw.next('publish')).payload).toHaveLength(400);
  expect(test.broker.counters().droppedForSize).toBe(1);
});

it('a reader who stops reading loses streams and holds nobody up', async () => {
  const slow = await openRaw(test.url);
  const claims = tutorClaims('tina');
  slow.connect(test.token(claims), mqttClientId(claims, 'slow'));
  await slow.next('connack');
  slow.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${FEEDBACK}/#`, qos: 0 }] });
  await slow.next('suback');
  slow.socket.pause();
  const quick = await test.connect(tutorClaims('tina'), { instance: 'quick' });
  await subscribe(quick.client, `${FEEDBACK}/#`);
  const payload = Buffer.alloc(1024 * 1024);
  for (let sent = 0; test.broker.counters().droppedForSlow === 0; sent += 1) {
    expect(sent).toBeLessThan(100);
    const arrived = quick.inbox.next();
    await test.broker.publish({ topic: `${FEEDBACK}/pc/thumbnail`, payload, qos: 0 });
    await arrived;
  }
  // Records are fewer and smaller, and no newer one makes up for them: they wait in a longer line.
  const dropped = test.broker.counters().droppedForSlow;
  const record = quick.inbox.next();
  await test.broker.publish({ topic: `${FEEDBACK}/pc/info`, payload: Buffer.from('{}'), qos: 0 });
  await record;
  expect(test.broker.counters().droppedForSlow).toBe(dropped);
  slow.socket.terminate();
});
