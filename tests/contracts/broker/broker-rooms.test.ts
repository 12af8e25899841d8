/** Chat rooms on the broker: who may say what, what is kept of it, and who is there. */
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { cutOff, pingOf, refusalOf, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';

const ROOM = 'acme/one/live-rooms/chess';
const SESSION = { properties: { sessionExpiryInterval: 60 } };
const json = (message: { payload: Buffer }) => JSON.parse(message.payload.toString());

let test: TestBroker;
/** While set, the broker's clock stands still: no allowance grows while a test spends it, however long that takes. */
let stoppedAt: number | undefined;
beforeEach(async () => {
  stoppedAt = undefined;
  test = await startBroker({ maxWillDelayMs: 500 }, { clock: () => stoppedAt ?? Date.now() });
  test.directory.rooms.set('tina', new Set(['chess']));
  test.directory.rooms.set('tom', new Set(['chess']));
  test.directory.clientRooms.set('pc', new Set(['chess']));
  test.directory.clientRooms.set('laptop', new Set(['chess']));
  test.rooms.known.add('chess');
});
afterEach(() => test.stop());

const say = (client: MqttClient, type: string, what: unknown) =>
  client.publishAsync(`${ROOM}/${type}`, JSON.stringify(what), { qos: 1 });
/** A tutor in the room who hears everything. */
const listen = async () => {
  const tom = await test.connect(tutorClaims('tom'));
  await subscribe(tom.client, `${ROOM}/#`, 1);
  return tom.inbox;
};

describe('what a member says', () => {
  it('is kept, and said to the room with who and when from the connection', async () => {
    const inbox = await listen();
    const { client } = await test.connect(deviceClaims('pc'));
    const forged = { tutorId: 'tom', userId: 'other', name: 'Head', sentTime: 1, picture: 'https://x' };
    const before = Date.now();
    await say(client, 'send-message', { id: 'm1', message: '  hello ', ...forged });
    const heard = await inbox.next();
    expect(heard.topic).toBe(`${ROOM}/messages`);
    const { sentTime, ...rest } = json(heard);
    expect(rest).toEqual({
      id: 'm1',
      message: 'hello',
      userId: 'user-of-pc',
      name: 'Name of user-of-pc',
    });
    expect(sentTime).toBeGreaterThanOrEqual(before);
    expect(test.rooms.entries).toEqual([{ roomId: 'chess', who: 'user-of-pc', what: 'hello' }]);
  });

  it('is said once, however often it is sent, and in the order of sending', async () => {
    const inbox = await listen();
    const { client } = await test.connect(tutorClaims('tina'));
    for (const id of ['a', 'b', 'a', 'a', 'c'])
      await say(client, 'send-message', { id, message: `said ${id}` });
    const ids = [await inbox.next(), await inbox.next(), await inbox.next()].map((m) => json(m).id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['said a', 'said b', 'said c']);
    expect(inbox.messages).toEqual([]);
  });

  it('is heard by nobody before the platform says it', async () => {
    const inbox = await listen();
    const { client } = await test.connect(tutorClaims('tina'));
    await say(client, 'send-message', { id: 'a', message: '' });
    await client.publishAsync(`${ROOM}/send-message`, 'not json', { qos: 1 });
    await say(client, 'send-message', { id: 'b', message: 'a\0b' });
    await say(client, 'send-message', { id: 'c', message: 'good' });
    expect(json(await inbox.next()).id).toBe('c');
    expect(test.broker.counters().dropped).toEqual({
      'room-message:schema': 1,
      'room-message:json': 1,
      'room-message:text': 1,
    });
  });

  it('is dropped and counted in a room that is gone, and while the store is', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    test.rooms.known.clear();
    await say(client, 'send-message', { id: 'a', message: 'x' });
    await expect.poll(() => test.broker.counters().dropped).toEqual({ 'room-message:unknown': 1 });
    test.rooms.known.add('chess');
    test.rooms.away = true;
    await say(client, 'send-message', { id: 'b', message: 'x' });
    await expect
      .poll(() => test.broker.counters().dropped)
      .toEqual({ 'room-message:unknown': 1, 'room-message:store': 1 });
    test.rooms.away = false;
    const inbox = await listen();
    await say(client, 'send-message', { id: 'b', message: 'again' });
    expect(json(await inbox.next()).message).toBe('again');
  });

  it('is at most 120 lines a minute', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    stoppedAt = Date.now();
    for (let i = 0; i < 130; i += 1)
      client.publish(`${ROOM}/send-message`, JSON.stringify({ id: `n${i}`, message: 'x' }));
    await pingOf(client);
    await expect.poll(() => test.rooms.entries).toHaveLength(120);
    expect(test.broker.counters().dropped).toEqual({ 'room-message:too-many': 10 });
    stoppedAt += 60_000;
    await say(client, 'send-message', { id: 'next-minute', message: 'x' });
    await expect.poll(() => test.rooms.entries).toHaveLength(121);
  });

  it('on the platform’s own topic is refused, also to members', async () => {
    const inbox = await listen();
    for (const claims of [tutorClaims('tina'), deviceClaims('pc')]) {
      const { client } = await test.connect(claims);
      expect(await refusalOf(say(client, 'messages', { id: 'a', message: 'I am the platform' }))).toBe(0x87);
    }
    expect(inbox.messages).toEqual([]);
  });

  it('is refused to who is not a member, in their own name too', async () => {
    const { client } = await test.connect(tutorClaims('mallory'));
    expect(await refusalOf(say(client, 'send-message', { id: 'a', message: 'x' }))).toBe(0x87);
    expect(await refusalOf(say(client, 'connected', { tutorId: 'mallory' }))).toBe(0x87);
    expect(test.rooms.entries).toEqual([]);
  });
});

describe('the status of a member', () => {
  it.each([
    ['another tutor’s', { tutorId: 'tom' }],
    ['a user’s', { userId: 'tina' }],
    ['both', { tutorId: 'tina', userId: 'user-of-pc' }],
    ['with a device', { tutorId: 'tina', clientId: 'pc' }],
    ['nobody’s', {}],
  ])('is refused to a tutor when it is %s', async (_what, status) => {
    const inbox = await listen();
    const { client } = await test.connect(tutorClaims('tina'));
    for (const type of ['connected', 'disconnect'])
      expect(await refusalOf(say(client, type, status))).toBe(0x87);
    expect(test.broker.counters().refused.publishes).toEqual({ 'foreign-id': 2 });
    expect(inbox.messages).toEqual([]);
    expect(test.rooms.entries).toEqual([]);
  });

  it('is refused to a device when it is another’s, and when it is none', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    for (const status of [
      { userId: 'other' },
      { userId: 'user-of-pc', clientId: 'laptop' },
      { tutorId: 'tina' },
    ])
      expect(await refusalOf(say(client, 'connected', status))).toBe(0x87);
    expect(await refusalOf(say(client, 'connected', { userId: 5 }))).toBe(0x87);
    expect(await refusalOf(client.publishAsync(`${ROOM}/disconnect`, '{', { qos: 1 }))).toBe(0x87);
    expect(test.broker.counters().refused.publishes).toEqual({ 'foreign-id': 3, 'room-status': 2 });
  });

  it('goes to the room and is kept; said again it changes nothing', async () => {
    const inbox = await listen();
    const { client } = await test.connect(deviceClaims('pc'));
    const own = { userId: 'user-of-pc', clientId: 'pc' };
    await say(client, 'connected', own);
    await say(client, 'connected', own);
    await say(client, 'disconnect', own);
    await say(client, 'disconnect', own);
    const heard = [];
    for (let i = 0; i < 4; i += 1) heard.push((await inbox.next()).topic.split('/').at(-1));
    expect(heard).toEqual(['connected', 'connected', 'disconnect', 'disconnect']);
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['connected', 'disconnect']);
  });

  it('stays with the person: the first of two browsers that leaves is not the end', async () => {
    const inbox = await listen();
    const desk = await test.connect(tutorClaims('tina'), { instance: 'desk' });
    const lap = await test.connect(tutorClaims('tina'), { instance: 'lap' });
    for (const { client } of [desk, lap]) await say(client, 'connected', { tutorId: 'tina' });
    await say(desk.client, 'disconnect', { tutorId: 'tina' });
    const topics = [];
    for (let i = 0; i < 4; i += 1) topics.push((await inbox.next()).topic.split('/').at(-1));
    // The platform puts right what the first one's goodbye has told the others.
    expect(topics).toEqual(['connected', 'connected', 'disconnect', 'connected']);
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['connected']);
    await lap.client.endAsync();
    expect(json(await inbox.next((m) => m.topic.endsWith('/disconnect')))).toEqual({ tutorId: 'tina' });
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['connected', 'disconnect']);
  });

  it('stays with the person, too, where a browser says goodbye whose seat was given up', async () => {
    const inbox = await listen();
    const gone = await test.connect(tutorClaims('tina'), { instance: 'desk', ...SESSION });
    const lap = await test.connect(tutorClaims('tina'), { instance: 'lap' });
    for (const { client } of [gone, lap]) await say(client, 'connected', { tutorId: 'tina' });
    await cutOff(gone.client);
    // One that goes later and stays away marks the time at which the first one's seat is given up.
    const marker = await test.connect(deviceClaims('laptop'), SESSION);
    await say(marker.client, 'connected', { userId: 'user-of-laptop' });
    await cutOff(marker.client);
    await inbox.next((m) => m.topic.endsWith('/disconnect'));
    inbox.messages.length = 0;
    const back = await test.connect(tutorClaims('tina'), { instance: 'desk', ...SESSION, clean: false });
    await say(back.client, 'disconnect', { tutorId: 'tina' });
    const heard = [await inbox.next(), await inbox.next()];
    expect(heard.map((m) => [m.topic, json(m)])).toEqual([
      [`${ROOM}/disconnect`, { tutorId: 'tina' }],
      [`${ROOM}/connected`, { tutorId: 'tina' }],
    ]);
    expect(test.rooms.entries.filter(({ who }) => who === 'tina').map(({ what }) => what)).toEqual([
      'connected',
    ]);
  });

  it('is put right at most 60 times a minute for one who has no seat', async () => {
    const here = await test.connect(tutorClaims('tina'), { instance: 'lap' });
    await say(here.client, 'connected', { tutorId: 'tina' });
    const other = await test.connect(tutorClaims('tina'), { instance: 'desk' });
    stoppedAt = Date.now();
    for (let i = 0; i < 130; i += 1)
      other.client.publish(`${ROOM}/disconnect`, JSON.stringify({ tutorId: 'tina' }));
    await pingOf(other.client);
    const refused = () => test.broker.counters().dropped['room-status:too-many'] ?? 0;
    // The first browser's arrival counts as one of the 60.
    await expect.poll(refused).toBe(71);
  });

  it('is told by the platform for a device that goes without a word, once it does not come back', async () => {
    const inbox = await listen();
    const lost = await test.connect(deviceClaims('pc'), SESSION);
    await say(lost.client, 'connected', { userId: 'user-of-pc' });
    await inbox.next();
    await cutOff(lost.client);
    const back = await test.connect(deviceClaims('pc'), { ...SESSION, clean: false });
    // A device that goes later and stays away marks the time at which the first one's status would have come.
    const marker = await test.connect(deviceClaims('laptop'), SESSION);
    await say(marker.client, 'connected', { userId: 'user-of-laptop' });
    await inbox.next();
    await cutOff(marker.client);
    expect(json(await inbox.next())).toEqual({ userId: 'user-of-laptop' });
    expect(inbox.messages).toEqual([]);
    await cutOff(back.client);
    const told = await inbox.next();
    expect(told.topic).toBe(`${ROOM}/disconnect`);
    expect(json(told)).toEqual({ userId: 'user-of-pc' });
    expect(test.rooms.entries.filter(({ who }) => who === 'user-of-pc').map(({ what }) => what)).toEqual([
      'connected',
      'disconnect',
    ]);
  });

  it('is told at once when a tutor’s last will arrives, also one that is said by hand', async () => {
    const inbox = await listen();
    const { client } = await test.connect(tutorClaims('tina'));
    await say(client, 'connected', { tutorId: 'tina' });
    await client.publishAsync('acme/one/lastwill/tutors/tina', '{"source":"tab"}', { qos: 1 });
    expect((await inbox.next()).topic).toBe(`${ROOM}/connected`);
    expect((await inbox.next()).topic).toBe(`${ROOM}/disconnect`);
    expect(client.connected).toBe(true);
    await client.endAsync();
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['connected', 'disconnect']);
  });

  it('cannot be set by a last will: who has gone is not there', async () => {
    const inbox = await listen();
    const will = {
      topic: `${ROOM}/connected`,
      payload: Buffer.from('{"userId":"user-of-pc"}'),
      qos: 1 as const,
    };
    const { client } = await test.connect(deviceClaims('pc'), { will: { ...will, retain: false } });
    client.stream.destroy();
    expect((await inbox.next()).topic).toBe(`${ROOM}/connected`);
    // What is kept of a room is kept in order.
    const tina = await test.connect(tutorClaims('tina'));
    await say(tina.client, 'send-message', { id: 'a', message: 'later' });
    await inbox.next();
    expect(test.rooms.entries.map(({ what }) => what)).toEqual(['later']);
  });
});

describe('that a room has changed', () => {
  it('is said where somebody is, when it is called otherwise or the site has chosen anew', async () => {
    const inbox = await listen();
    test.directory.rooms.set('tom', new Set(['chess', 'go']));
    const { client } = await test.connect(deviceClaims('pc'));
    await say(client, 'connected', { userId: 'user-of-pc' });
    await inbox.next();
    await expect.poll(() => test.rooms.entries).toHaveLength(1);
    test.changed({ resource: 'live-rooms', id: 'chess', reachUnchanged: true });
    expect((await inbox.next()).topic).toBe(`${ROOM}/changed`);
    test.changed({ resource: 'site-settings', reachUnchanged: true });
    expect((await inbox.next()).topic).toBe(`${ROOM}/changed`);
    // What is kept of a room is kept in order: nothing came between.
    test.changed({ resource: 'live-rooms', id: 'go', reachUnchanged: true });
    test.changed({ resource: 'site-settings', site: 'two', reachUnchanged: true });
    test.changed({ resource: 'site-settings', tenant: 'other', reachUnchanged: true });
    test.changed({ resource: 'groups', id: 'chess', reachUnchanged: true });
    await say(client, 'send-message', { id: 'last', message: 'last' });
    expect(json(await inbox.next()).id).toBe('last');
  });

  it('is said by the platform alone', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    expect(await refusalOf(say(client, 'changed', {}))).toBe(0x87);
    const tutor = await test.connect(tutorClaims('tina'));
    expect(await refusalOf(say(tutor.client, 'changed', {}))).toBe(0x87);
  });
});
