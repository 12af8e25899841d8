/** What the broker does by itself: groups lists, presence, notifications, events. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { cutOff, pingOf, refusalOf, subscribe } from './broker-client.ts';
import type { TestBroker } from './broker-harness.ts';
import { BROKERS } from './broker-kinds.ts';

const GROUPS = 'acme/one/clients/pc/groups';
const PRESENCE = 'acme/one/presence/user/user-of-pc/pc';
const WILL = 'acme/one/lastwill/user/user-of-pc/pc';
const SESSION = { properties: { sessionExpiryInterval: 60 } };
const maintainer = () => tutorClaims('mia', { roles: ['consoleUser', 'groupMaintainer'] });
const json = (message: { payload: Buffer }) => JSON.parse(message.payload.toString());

describe.each(BROKERS)('$name', ({ name, start }) => {
  const isEmbedded = name === 'the embedded broker';
  let test: TestBroker;
  beforeEach(async () => {
    test = await start({ maxWillDelayMs: 50 });
    test.directory.groups.set('tina', new Set(['maths', 'chess']));
    test.directory.clientGroups.set('pc', ['maths', 'art']);
    test.directory.sites.set('acme', ['one', 'two']);
  });
  afterEach(() => test.stop());

  describe('the list of a device’s groups', () => {
    it('is there, retained, as soon as the device is connected', async () => {
      const { client, inbox } = await test.connect(deviceClaims('pc'));
      await subscribe(client, 'acme/one/clients/pc/#', 1);
      const message = await inbox.next();
      expect(message.topic).toBe(GROUPS);
      expect(message.packet.retain).toBe(true);
      expect(json(message)).toEqual({ groups: ['art', 'maths'], rooms: [] });
    });

    it('is empty, not missing, for a device in no group', async () => {
      const { client, inbox } = await test.connect(deviceClaims('lonely'));
      await subscribe(client, 'acme/one/clients/lonely/#', 1);
      expect(json(await inbox.next())).toEqual({ groups: [], rooms: [] });
    });

    it('comes again when membership changes, and only then; the new group may be used at once', async () => {
      const { client, inbox } = await test.connect(deviceClaims('pc'));
      await subscribe(client, 'acme/one/clients/pc/#', 1);
      await inbox.next();
      test.changed();
      test.changed({ resource: 'users', id: 'user-of-pc' });
      test.directory.clientGroups.set('pc', ['chess']);
      test.changed();
      expect(json(await inbox.next())).toEqual({ groups: ['chess'], rooms: [] });
      const send = (group: string) =>
        client.publishAsync(`acme/one/groups/${group}/feedback/pc/hello`, '{}', { qos: 1 });
      expect(await refusalOf(send('chess'))).toBeUndefined();
      expect(await refusalOf(send('maths'))).toBe(0x87);
      expect(inbox.messages).toEqual([]);
    });

    it.runIf(isEmbedded)('lets a device use a new group while its groups are being read', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      const letGo = test.holdAnswers();
      test.directory.clientGroups.set('pc', ['chess']);
      test.changed();
      const topic = 'acme/one/groups/chess/feedback/pc/hello';
      const published = refusalOf(client.publishAsync(topic, '{}', { qos: 1 }));
      await pingOf(client);
      letGo();
      expect(await published).toBeUndefined();
    });

    it('reaches a device that was away when it changed', async () => {
      const { client, inbox } = await test.connect(deviceClaims('pc'), SESSION);
      await subscribe(client, 'acme/one/clients/pc/#', 1);
      await inbox.next();
      await cutOff(client);
      test.directory.clientGroups.set('pc', ['chess']);
      test.changed();
      const back = await test.connect(deviceClaims('pc'), { ...SESSION, clean: false });
      expect(json(await back.inbox.next())).toEqual({ groups: ['chess'], rooms: [] });
    });

    it('is read again where membership changed while the device was being admitted', async () => {
      const letGo = test.holdAnswers();
      const before = test.directory.asked;
      const connecting = test.connect(deviceClaims('pc'));
      while (test.directory.asked === before) await new Promise(setImmediate);
      const held = test.directory.slow;
      test.changed();
      letGo();
      await held;
      test.directory.clientGroups.set('pc', ['chess']);
      const { client, inbox } = await connecting;
      await subscribe(client, 'acme/one/clients/pc/#', 1);
      expect(json(await inbox.next((m) => json(m).groups[0] === 'chess'))).toEqual({
        groups: ['chess'],
        rooms: [],
      });
    });
  });

  describe('presence', () => {
    const presence = (since: number) =>
      JSON.stringify({ hostname: 'PC', os: 'Windows', type: 'windowsAgent', since });
    const will = (since: number) => ({
      topic: WILL,
      payload: Buffer.from(JSON.stringify({ since })),
      qos: 1 as const,
      retain: false,
      properties: { willDelayInterval: 3 },
    });
    const lose = async (presenceSince: number, willSince: number) => {
      const { client } = await test.connect(deviceClaims('pc'), { will: will(willSince), ...SESSION });
      await client.publishAsync(PRESENCE, presence(presenceSince), { qos: 1, retain: true });
      const arrived = test.nextPublish(WILL);
      client.stream.destroy();
      await arrived;
    };
    const seen = async () => {
      const { client, inbox } = await test.connect(maintainer(), { instance: 'look' });
      await test.broker.publish({
        topic: 'acme/one/presence/end/x/x',
        payload: Buffer.from('end'),
        qos: 0,
        retain: true,
      });
      await subscribe(client, 'acme/one/presence/#');
      await inbox.next((m) => m.topic.endsWith('end/x/x'));
      return inbox.messages.map((m) => m.topic);
    };

    it('is cleared when a last will with the same `since` arrives, and watchers are told', async () => {
      const watcher = await test.connect(maintainer());
      await subscribe(watcher.client, 'acme/one/presence/#');
      await lose(111, 111);
      expect((await watcher.inbox.next()).payload.length).toBeGreaterThan(0);
      const cleared = await watcher.inbox.next();
      expect(cleared.topic).toBe(PRESENCE);
      expect(cleared.payload).toHaveLength(0);
      expect(await seen()).toEqual([]);
    });

    it('stays when the will is of another connection', async () => {
      await lose(222, 111);
      expect(await seen()).toEqual([PRESENCE]);
    });

    it('is cleared by the device at a clean exit', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      await client.publishAsync(PRESENCE, presence(1), { qos: 1, retain: true });
      expect(await seen()).toEqual([PRESENCE]);
      await client.publishAsync(PRESENCE, '', { qos: 1, retain: true });
      await client.endAsync();
      expect(await seen()).toEqual([]);
    });
  });

  describe('notifications', () => {
    it('tell a change to its site, and to all sites of the tenant where it has none', async () => {
      const one = await test.connect(tutorClaims('tina'));
      const two = await test.connect(tutorClaims('tina', { site: 'two' }));
      await subscribe(one.client, 'acme/one/notifications/v1');
      await subscribe(two.client, 'acme/two/notifications/v1');
      test.changed({ id: 'g1', at: 5 });
      expect(json(await one.inbox.next())).toEqual({
        resource: 'groups',
        id: 'g1',
        change: 'updated',
        at: 5,
      });
      test.changed({ resource: 'sites', site: undefined, at: 6 });
      expect(json(await one.inbox.next())).toMatchObject({ resource: 'sites', at: 6 });
      expect(json(await two.inbox.next())).toEqual({ resource: 'sites', change: 'updated', at: 6 });
    });

    it('and re-checks end with the broker', async () => {
      await test.broker.close();
      expect(test.listeners.size).toBe(0);
    });
  });

  describe('events of a device', () => {
    const TOPIC = 'acme/one/events/pc';
    const event = { effectType: 'BlockWebsitesDefinition', rule: '*.example', timeTriggered: 1 };
    const sender = { tenant: 'acme', site: 'one', clientId: 'pc' };

    it('reach the store with who sent them, whatever they say', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      const more = {
        userId: 'somebody',
        clientId: 'other',
        tenant: 'x',
        context: { url: 'https://a', no: 1 },
      };
      await client.publishAsync(TOPIC, JSON.stringify({ ...event, ...more }), { qos: 1 });
      await expect
        .poll(() => test.events)
        .toEqual([{ ...sender, event: { ...event, context: { url: 'https://a' } }, at: expect.any(Number) }]);
    });

    it('are dropped by reason where they are none, and the next one is kept', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      const send = (payload: string | Buffer) => client.publishAsync(TOPIC, payload, { qos: 1 });
      await send('not json');
      await send(Buffer.from([0x22, 0xff, 0x22]));
      await send('{"rule":"x"}');
      await send(JSON.stringify({ ...event, effectType: 'Other' }));
      await send(JSON.stringify({ ...event, text: 'a\0b' }));
      await send(JSON.stringify(event));
      await expect.poll(() => test.events).toHaveLength(1);
      expect(test.broker.counters().dropped).toEqual({ 'event:json': 2, 'event:schema': 2, 'event:text': 1 });
    });

    it('are at most 60 a minute from one device, whatever other devices send', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      const other = await test.connect(deviceClaims('other'));
      for (let i = 0; i < 75; i += 1)
        client.publish(TOPIC, JSON.stringify({ ...event, text: `n${i}` }), { qos: 0 });
      await pingOf(client);
      await other.client.publishAsync('acme/one/events/other', JSON.stringify(event), { qos: 1 });
      await expect.poll(() => test.events).toHaveLength(61);
      expect(test.broker.counters().dropped).toEqual({ 'event:too-many': 15 });
    });
  });

  describe('presences and last wills that cannot be read', () => {
    it('are counted, and clear nothing', async () => {
      const { client } = await test.connect(deviceClaims('pc'));
      const good = JSON.stringify({ hostname: 'PC', os: 'Windows', type: 'windowsAgent', since: 1 });
      await client.publishAsync(PRESENCE, good, { qos: 1, retain: true });
      for (const payload of ['x', '{"since":"1"}']) await client.publishAsync(WILL, payload, { qos: 1 });
      const tutor = await test.connect(tutorClaims('tina'));
      await tutor.client.publishAsync('acme/one/lastwill/tutors/tina', '{"source":5}', { qos: 1 });
      await tutor.client.publishAsync('acme/one/lastwill/tutors/tina', '', { qos: 1 });
      const watcher = await test.connect(maintainer());
      await subscribe(watcher.client, 'acme/one/presence/#');
      expect(json(await watcher.inbox.next())).toMatchObject({ since: 1 });
      await client.publishAsync(PRESENCE, 'x', { qos: 1, retain: true });
      await expect
        .poll(() => test.broker.counters().dropped)
        .toEqual({ 'last-will:json': 1, 'last-will:schema': 2, 'presence:json': 1 });
    });
  });

  describe('a request to stop screen shares', () => {
    const topicOf = (tutor: string) => `acme/one/tutors/${tutor}/v1/requeststopscreenshares`;

    it('is told to every tutor of the site, once to each browser, and to no other site', async () => {
      const asking = await test.connect(tutorClaims('tina'));
      const second = await test.connect(tutorClaims('tina'), { instance: 'second' });
      const sharing = await test.connect(tutorClaims('tom'));
      await test.connect(tutorClaims('tom'), { instance: 'second' });
      const elsewhere = await test.connect(tutorClaims('tom', { site: 'two' }));
      const device = await test.connect(deviceClaims('pc'));
      for (const [{ client }, base] of [
        [asking, 'acme/one/tutors/tina'],
        [second, 'acme/one/tutors/tina'],
        [sharing, 'acme/one/tutors/tom'],
        [elsewhere, 'acme/two/tutors/tom'],
      ] as const)
        await subscribe(client, `${base}/v1/backchannel/#`, 1);
      await subscribe(device.client, topicOf('+'), 1);
      await asking.client.publishAsync(topicOf('tina'), '{"sessionIds":["s1","s2"],"x":1}', { qos: 1 });
      const told = await sharing.inbox.next();
      expect(told.topic).toBe('acme/one/tutors/tom/v1/backchannel/platform/stop-screen-shares');
      expect(json(told)).toEqual({ sessionIds: ['s1', 's2'] });
      expect(json(await device.inbox.next())).toMatchObject({ sessionIds: ['s1', 's2'] });
      // What is asked for next would come behind a second notice.
      await asking.client.publishAsync(topicOf('tina'), '{"sessionIds":["s3"]}', { qos: 1 });
      expect(json(await sharing.inbox.next())).toEqual({ sessionIds: ['s3'] });
      for (const sessionIds of [['s1', 's2'], ['s3']]) {
        // The share may be in another browser of the tutor who asks.
        expect(json(await second.inbox.next())).toEqual({ sessionIds });
        expect(json(await asking.inbox.next())).toEqual({ sessionIds });
      }
      expect(elsewhere.inbox.messages).toEqual([]);
    });

    it('asks nothing with an empty list, or with none', async () => {
      const asking = await test.connect(tutorClaims('tina'));
      const sharing = await test.connect(tutorClaims('tom'));
      await subscribe(sharing.client, 'acme/one/tutors/tom/v1/backchannel/#', 1);
      for (const payload of ['{"sessionIds":[]}', 'x', '{"sessionIds":["last"]}'])
        await asking.client.publishAsync(topicOf('tina'), payload, { qos: 1 });
      expect(json(await sharing.inbox.next())).toEqual({ sessionIds: ['last'] });
      expect(test.broker.counters().dropped).toEqual({
        'stop-screen-shares:schema': 1,
        'stop-screen-shares:json': 1,
      });
    });
  });
});
