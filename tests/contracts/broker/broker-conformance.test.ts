/** Where MQTT 5 says more than the library behind the broker does: byte by byte, as an outside agent sees it. */
import { describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { connectBytes, publishBytes, subscribeBytes } from './broker-malformed-shots.ts';
import { openRaw } from './broker-raw-client.ts';
import {
  ACTIONS,
  acknowledge,
  EXPIRY,
  type Raw,
  rawDeviceForEachTest,
  subscribeTo,
  taken,
} from './broker-raw-device.ts';

const FEEDBACK = 'acme/one/groups/maths/feedback/pc';

const at = rawDeviceForEachTest();
const { open, say } = at;

describe('QoS 2', () => {
  it('is named in the CONNACK as not supported, and a subscription with it is granted 1', async () => {
    const { raw, connack } = await open();
    expect(connack.properties).toMatchObject({ maximumQoS: 1, sharedSubscriptionAvailable: false });
    expect(await subscribeTo(raw, ['acme/one/clients/pc/#', 2])).toEqual([1]);
  });

  it('ends the connection with 0x9B where a message has it, and refuses a last will that has it', async () => {
    const { raw } = await open();
    raw.socket.send(publishBytes({ topic: `${FEEDBACK}/info`, messageId: 1, first: 0x34 }));
    expect(await raw.next('disconnect')).toMatchObject({ reasonCode: 0x9b });
    expect(at.harness.broker.counters().refused.packets).toEqual({ 'qos-2': 1 });
    const will = {
      topic: 'acme/one/lastwill/user/user-of-pc/pc',
      payload: Buffer.from('{}'),
      qos: 2 as const,
    };
    const { connack } = await open({ will });
    expect(connack.reasonCode).toBe(0x9b);
  });

  it('has no exchange under way: PUBREL is answered with 0x92', async () => {
    const { raw } = await open();
    raw.send({ cmd: 'pubrel', messageId: 7, reasonCode: 0 });
    expect(await raw.next('pubcomp')).toMatchObject({ messageId: 7, reasonCode: 0x92 });
  });
});

describe('a DISCONNECT says why in a Reason String', () => {
  const reasonOf = async (raw: Raw) => {
    const { reasonCode, properties } = await raw.next('disconnect');
    await raw.closed;
    return [reasonCode, properties?.reasonString];
  };
  const because = (code: number) => [code, expect.stringMatching(/^[A-Z].{10,}\.$/)];

  it.each<[string, number, (raw: Raw) => unknown]>([
    ['another connection of its client identifier', 0x8e, () => open()],
    ['the end of the broker', 0x8b, () => at.harness.broker.close()],
    [
      'a packet that is too large',
      0x95,
      (raw) => raw.socket.send(publishBytes({ topic: 'a', payload: Buffer.alloc(3 * 2 ** 20) })),
    ],
    ['a malformed packet', 0x81, (raw) => raw.socket.send(Buffer.from([0x30, 2, 0xff, 0xff]))],
    ['a property of another packet', 0x81, (raw) => raw.socket.send(Buffer.from([0xe0, 4, 0, 2, 0x24, 1]))],
    ['a second CONNECT', 0x82, (raw) => raw.connect('x', 'y')],
    ['AUTH', 0x82, (raw) => raw.socket.send(Buffer.from([0xf0, 2, 0x18, 0]))],
    ['a SUBSCRIBE of nothing', 0x8f, (raw) => raw.socket.send(subscribeBytes([]))],
    ['a filter that is none', 0x8f, (raw) => raw.socket.send(subscribeBytes(['a/#/b']))],
    ['a topic with a wildcard', 0x90, (raw) => raw.socket.send(publishBytes({ topic: 'a/+' }))],
    ['a topic alias', 0x94, (raw) => raw.socket.send(Buffer.from([0x30, 7, 0, 1, 0x61, 3, 0x23, 0, 1]))],
  ])('for %s', async (_what, code, cause) => {
    const { raw } = await open();
    void cause(raw);
    expect(await reasonOf(raw)).toEqual(because(code));
  });

  it('for silence', async () => {
    const { raw } = await open({ keepalive: 1 });
    expect(await reasonOf(raw)).toEqual(because(0x8d));
  });

  it('for the end of its token, and for a holder who may not be here', async () => {
    const { raw } = await open({}, deviceClaims('pc', { exp: Date.now() / 1000 + 3 }));
    expect(await reasonOf(raw)).toEqual(because(0xa0));
    const gone = await open({}, tutorClaims('tina'));
    at.harness.directory.roles.set('tina', undefined);
    at.harness.changed({ resource: 'rolelinks' });
    expect(await reasonOf(gone.raw)).toEqual(because(0x87));
  });

  it('of several faults in one piece, for the first', async () => {
    const { raw } = await open();
    raw.socket.send(
      Buffer.concat([publishBytes({ topic: 'a/+' }), subscribeBytes([]), Buffer.from([0xf0, 0])]),
    );
    expect(await reasonOf(raw)).toEqual(because(0x90));
    expect(raw.take('disconnect')).toEqual([]);
    expect(at.harness.broker.counters().refused.packets).toEqual({ 'topic-name': 1 });
  });
});

describe('before the CONNACK', () => {
  const pass = () => {
    const claims = deviceClaims('pc');
    return { token: at.harness.token(claims), clientId: mqttClientId(claims, 'raw') };
  };
  it('a first packet that is no CONNECT gets no answer', async () => {
    const raw = await openRaw(at.harness.url);
    raw.socket.send(publishBytes({ topic: 'a' }));
    await raw.closed;
    expect(raw.raw).toEqual([]);
  });

  it('a CONNECT with a property that it cannot have gets CONNACK 0x81', async () => {
    const raw = await openRaw(at.harness.url);
    raw.socket.send(connectBytes({ ...pass(), properties: Buffer.from([2, 0x24, 1]) }));
    expect(await raw.next('connack')).toMatchObject({ reasonCode: 0x81 });
    await raw.closed;
  });

  it('a refusal says why in a Reason String', async () => {
    const raw = await openRaw(at.harness.url);
    raw.socket.send(connectBytes({ ...pass(), token: 'nobody’s' }));
    expect(await raw.next('connack')).toMatchObject({
      reasonCode: 0x87,
      properties: { reasonString: 'token' },
    });
    await raw.closed;
  });

  it.each([
    ['a new line', 'x\nwarn: broker forged=line'],
    ['a colour of the terminal', 'x\u001b[31m'],
    ['a change of direction', 'x\u202e'],
    ['a NUL', 'x\u0000'],
    ['65,000 characters', 'x'.repeat(65_000)],
  ])('a client identifier with %s gets 0x85 and stands in no line of the log', async (_what, clientId) => {
    const raw = await openRaw(at.harness.url);
    raw.socket.send(connectBytes({ token: 'any', clientId }));
    expect((await raw.next('connack')).reasonCode).toBe(0x85);
    await raw.closed;
    expect(at.harness.broker.counters().refused.connects).toEqual({ 'client-identifier': 1 });
    expect(at.harness.logged.join().length).toBeLessThan(500);
    expect(at.harness.logged.join()).not.toContain(clientId.slice(0, 5));
  });

  it('what is published in the same piece as the CONNECT is taken, to the last message', async () => {
    const raw = await openRaw(at.harness.url);
    const shots = Array.from({ length: 100 }, (_, i) =>
      publishBytes({ topic: `${FEEDBACK}/info`, messageId: i + 1, first: 0x32 }),
    );
    raw.socket.send(Buffer.concat([connectBytes(pass()), ...shots]));
    for (const _ of shots) expect((await raw.next('puback')).reasonCode ?? 0).toBe(0);
  });
});

it('a session that is resumed without a Session Expiry Interval keeps its queue, and ends with the connection', async () => {
  const first = await open({ properties: EXPIRY });
  await subscribeTo(first.raw, [ACTIONS, 1]);
  first.raw.socket.terminate();
  await expect.poll(() => at.harness.broker.connections()).toEqual([]);
  await say('kept');
  const { raw, connack } = await open({ clean: false });
  expect(connack.sessionPresent).toBe(true);
  const kept = await raw.next('publish');
  expect(kept.payload.toString()).toBe('kept');
  acknowledge(raw, kept.messageId);
  await say('live');
  expect((await raw.next('publish')).payload.toString()).toBe('live');
  raw.socket.terminate();
  await expect.poll(() => at.harness.broker.connections()).toEqual([]);
  const last = await open({ clean: false, properties: EXPIRY });
  expect(last.connack.sessionPresent).toBe(false);
  expect(await taken(last.raw)).toEqual([]);
});

it.each<[0 | 1, 0 | 1]>([
  [0, 1],
  [1, 0],
])('overlapping filters keep their own QoS: the exact one %i, the wide one %i', async (exact, wide) => {
  const { raw } = await open();
  await subscribeTo(raw, [ACTIONS, exact], [ACTIONS.replace('tina', '+'), wide]);
  await say('twice');
  const qos = [(await raw.next('publish')).qos, (await raw.next('publish')).qos];
  expect(qos.sort()).toEqual([0, 1]);
});
