/** What a session keeps while its client is away. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { cutOff, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { openRaw } from './broker-raw-client.ts';

const ACTIONS = 'acme/one/tutors/tina/v1/users/user-of-pc/actions';
const FEEDBACK = 'acme/one/groups/maths/feedback';
const SESSION = { properties: { sessionExpiryInterval: 60 } };

let test: TestBroker;
beforeEach(async () => {
  test = await startBroker({ maxQueuedMessages: 5 });
  test.directory.groups.set('tina', new Set(['maths']));
  test.directory.users.set('tina', new Set(['user-of-pc']));
  test.directory.clientGroups.set('pc', ['maths']);
});
afterEach(() => test.stop());

describe('sessions', () => {
  const action = (payload: string, more: object = {}) =>
    test.broker.publish({ topic: ACTIONS, payload: Buffer.from(payload), qos: 1, ...more });
  const deviceAway = async () => {
    const { client } = await test.connect(deviceClaims('pc'), SESSION);
    await subscribe(client, ACTIONS.replace('tina', '+'), 1);
    await cutOff(client);
  };
  const deviceBack = (options = {}) =>
    test.connect(deviceClaims('pc'), { ...SESSION, clean: false, ...options });

  it('keep subscriptions and QoS 1 messages over a reconnect, in order', async () => {
    await deviceAway();
    await action('first');
    await action('second');
    const { inbox, sessionPresent } = await deviceBack();
    expect(sessionPresent).toBe(true);
    const payloads = [
      await inbox.next((m) => m.topic === ACTIONS),
      await inbox.next((m) => m.topic === ACTIONS),
    ];
    expect(payloads.map((m) => m.payload.toString())).toEqual(['first', 'second']);
    await action('live');
    expect((await inbox.next((m) => m.topic === ACTIONS)).payload.toString()).toBe('live');
  });

  it('drop a message whose expiry has passed, and tell what is left of the others', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    await deviceAway();
    const publish = (payload: string, messageExpiryInterval: number) =>
      client.publishAsync(ACTIONS, payload, { qos: 1, properties: { messageExpiryInterval } });
    await publish('stale', 1);
    await publish('good', 60);
    // The clock that the broker's expiry reads.
    const now = Date.now;
    Date.now = () => now() + 2_000;
    try {
      const { inbox } = await deviceBack();
      const message = await inbox.next((m) => m.topic === ACTIONS);
      expect(message.payload.toString()).toBe('good');
      expect(message.packet.properties?.messageExpiryInterval).toBe(58);
    } finally {
      Date.now = now;
    }
  });

  it('keep no more than their limit, the newest', async () => {
    await deviceAway();
    for (let i = 1; i <= 8; i += 1) await action(`n${i}`);
    expect(test.broker.counters().droppedFromQueues).toBe(3);
    const { inbox } = await deviceBack();
    const first = await inbox.next((m) => m.topic === ACTIONS);
    expect(first.payload.toString()).toBe('n4');
  });

  it('are gone with Clean Start', async () => {
    await deviceAway();
    await action('old');
    const { client, inbox, sessionPresent } = await deviceBack({ clean: true });
    expect(sessionPresent).toBe(false);
    await subscribe(client, ACTIONS.replace('tina', '+'), 1);
    await action('new');
    expect((await inbox.next((m) => m.topic === ACTIONS)).payload.toString()).toBe('new');
  });

  it('give back nothing that was withdrawn meanwhile', async () => {
    const { client } = await test.connect(tutorClaims('tina'), SESSION);
    await subscribe(client, `${FEEDBACK}/#`, 1);
    await subscribe(client, 'acme/one/notifications/v1', 1);
    await cutOff(client);
    test.directory.groups.set('tina', new Set());
    await test.broker.publish({ topic: `${FEEDBACK}/pc/info`, payload: Buffer.from('secret'), qos: 1 });
    await test.broker.publish({ topic: 'acme/one/notifications/v1', payload: Buffer.from('told'), qos: 1 });
    const back = await test.connect(tutorClaims('tina'), { ...SESSION, clean: false });
    expect((await back.inbox.next()).payload.toString()).toBe('told');
    const filters = () => test.broker.connections()[0]?.filters;
    expect(filters()).toEqual(['acme/one/notifications/v1']);
    // A permission that comes back does not bring the old subscription with it.
    await cutOff(back.client);
    test.directory.groups.set('tina', new Set(['maths']));
    await test.connect(tutorClaims('tina'), { ...SESSION, clean: false });
    expect(filters()).toEqual(['acme/one/notifications/v1']);
  });

  it('send again, as a duplicate, what was not acknowledged', async () => {
    const claims = deviceClaims('pc');
    const open = async (clean: boolean) => {
      const raw = await openRaw(test.url);
      raw.connect(test.token(claims), mqttClientId(claims, 'raw'), {
        clean,
        properties: { sessionExpiryInterval: 60 },
      });
      await raw.next('connack');
      return raw;
    };
    const first = await open(true);
    first.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: ACTIONS.replace('tina', '+'), qos: 1 }],
    });
    await first.next('suback');
    await action('again');
    const { messageId, dup } = await first.next('publish');
    expect(dup).toBe(false);
    first.socket.terminate();
    const second = await open(false);
    expect(await second.next('publish')).toMatchObject({
      messageId,
      dup: true,
      payload: Buffer.from('again'),
    });
  });
});
