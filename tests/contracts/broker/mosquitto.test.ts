/** What is otherwise with Debian's Mosquitto in place of the embedded broker: it is told who may do what, and may go away. */
import { readFile, stat } from 'node:fs/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { closeOf, createInbox, cutOff, pingOf, refusalOf, subscribe } from './broker-client.ts';
import { startMosquittoBroker } from './mosquitto-harness.ts';

const FEEDBACK = 'acme/one/groups/maths/feedback';
const PRESENCE = 'acme/one/presence/user/user-of-pc/pc';
const WILL = 'acme/one/lastwill/user/user-of-pc/pc';
const ACTIONS = 'acme/one/tutors/tina/v1/groups/maths/actions';
const TO_PC = 'acme/one/tutors/tina/v1/users/user-of-pc/clients/pc/actions';

let test: Awaited<ReturnType<typeof startMosquittoBroker>>;
beforeEach(async () => {
  test = await startMosquittoBroker();
  const { directory } = test;
  directory.groups.set('tina', new Set(['maths']));
  directory.users.set('tina', new Set(['user-of-pc']));
  directory.clients.set('tina', new Set(['pc']));
  directory.clientGroups.set('pc', ['maths']);
});
afterEach(() => test.stop());

const publish = (client: MqttClient, topic: string, payload = '{}') =>
  refusalOf(client.publishAsync(topic, payload, { qos: 1 }));
const say = (topic: string, payload = 'here') =>
  test.broker.publish({ topic, payload: Buffer.from(payload), qos: 1 });

describe('who may do what', () => {
  it('follows the directory while everybody stays connected', async () => {
    const tina = await test.connect(tutorClaims('tina'));
    const pc = await test.connect(deviceClaims('pc'));
    await subscribe(tina.client, 'acme/one/groups/+/feedback/#', 1);
    expect(await publish(tina.client, ACTIONS)).toBeUndefined();
    test.directory.groups.set('tina', new Set(['chess']));
    test.directory.clients.set('tina', new Set());
    test.changed();
    await expect.poll(() => publish(tina.client, ACTIONS)).toBe(0x87);
    expect(await publish(tina.client, TO_PC)).toBe(0x87);
    await say(`${FEEDBACK}/pc/info`);
    await say('acme/one/groups/chess/feedback/pc/info');
    expect((await tina.inbox.next()).topic).toBe('acme/one/groups/chess/feedback/pc/info');
    expect([tina.client.connected, pc.client.connected]).toEqual([true, true]);
  });

  it('lets a tutor reach a device that comes later', async () => {
    const tina = await test.connect(tutorClaims('tina'));
    expect(await publish(tina.client, TO_PC)).toBe(0x87);
    const pc = await test.connect(deviceClaims('pc'));
    await subscribe(pc.client, 'acme/one/tutors/+/v1/users/user-of-pc/clients/pc/actions', 1);
    expect(await publish(tina.client, TO_PC)).toBeUndefined();
    expect((await pc.inbox.next()).topic).toBe(TO_PC);
  });

  it('leaves out chat rooms, whose messages do not name their sender', async () => {
    test.directory.rooms.set('tina', new Set(['chess']));
    const { client, inbox } = await test.connect(tutorClaims('tina'));
    for (const leaf of ['connected', 'send-message', 'disconnect'])
      expect(await publish(client, `acme/one/live-rooms/chess/${leaf}`)).toBe(0x87);
    await subscribe(client, 'acme/one/live-rooms/chess/#', 1);
    await subscribe(client, 'acme/one/notifications/v1', 1);
    await say('acme/one/live-rooms/chess/messages');
    await say('acme/one/notifications/v1');
    expect((await inbox.next()).topic).toBe('acme/one/notifications/v1');
  });

  it('keeps no action for devices that come later', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    await client.publishAsync(ACTIONS, '{"id":"kept"}', { qos: 1, retain: true });
    await expect.poll(() => test.broker.counters().refused.publishes).toEqual({ retain: 1 });
    expect(test.actions).toEqual([]);
    const pc = await test.connect(deviceClaims('pc'));
    await subscribe(pc.client, 'acme/one/tutors/+/v1/groups/maths/#', 1);
    expect(await publish(client, ACTIONS, '{"id":"now"}')).toBeUndefined();
    expect((await pc.inbox.next()).payload.toString()).toBe('{"id":"now"}');
  });

  it('stands in files that are their owner’s alone', async () => {
    await test.connect(tutorClaims('tina'));
    for (const name of ['passwords', 'acl'])
      expect((await stat(`${test.mosquitto.folder}/${name}`)).mode & 0o777).toBe(0o600);
    expect(await readFile(`${test.mosquitto.folder}/acl`, 'utf8')).toContain(`topic write ${ACTIONS}\n`);
  });
});

describe('who may come in', () => {
  it('is the holder of a token that was handed out, also over WebSocket', async () => {
    const claims = deviceClaims('pc');
    const token = test.token(claims);
    const options = {
      protocolVersion: 5,
      reconnectPeriod: 0,
      clientId: mqttClientId(claims, 'page'),
      username: token,
      password: token,
    } as const;
    expect(await refusalOf(mqtt.connectAsync(test.mosquitto.webSocketUrl, options))).toBe(0x87);
    await test.expectToken(token);
    const client = await mqtt.connectAsync(test.mosquitto.webSocketUrl, options);
    const inbox = createInbox(client);
    await subscribe(client, 'acme/one/clients/pc/#', 1);
    expect((await inbox.next()).topic).toBe('acme/one/clients/pc/groups');
    const wrong = { ...options, clientId: 'other', password: `${token}x` };
    expect(await refusalOf(mqtt.connectAsync(test.mosquitto.webSocketUrl, wrong))).toBe(0x87);
    await client.endAsync(true);
  });

  it('ends with the session, and the last will is heard', async () => {
    const watcher = await test.connect(tutorClaims('mia', { roles: ['consoleUser', 'groupMaintainer'] }));
    await subscribe(watcher.client, 'acme/one/presence/#', 1);
    await subscribe(watcher.client, 'acme/one/lastwill/#', 1);
    const { client } = await test.connect(deviceClaims('pc', { jti: 'family.1' }), {
      will: { topic: WILL, payload: Buffer.from('{"since":5}'), qos: 1, retain: false },
    });
    const presence = { hostname: 'PC', os: 'Windows', type: 'windowsAgent', since: 5 };
    const read = test.nextPublish(PRESENCE);
    await client.publishAsync(PRESENCE, JSON.stringify(presence), { qos: 1, retain: true });
    await read;
    expect((await watcher.inbox.next()).topic).toBe(PRESENCE);
    const closed = closeOf(client);
    const began = performance.now();
    test.broker.endSession('acme', 'family');
    await closed;
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await watcher.inbox.next()).topic).toBe(WILL);
    const cleared = await watcher.inbox.next();
    expect([cleared.topic, cleared.payload.length]).toEqual([PRESENCE, 0]);
    const { username, password, clientId } = client.options as { [name: string]: string };
    const again = { protocolVersion: 5, reconnectPeriod: 0, clientId, username, password } as const;
    expect(await refusalOf(mqtt.connectAsync(test.url, again))).toBe(0x87);
  });

  it('ends for a tutor who may not be there any more', async () => {
    const tina = await test.connect(tutorClaims('tina'));
    const tom = await test.connect(tutorClaims('tom'));
    const closed = closeOf(tina.client);
    test.directory.roles.set('tina', undefined);
    test.changed({ resource: 'roles' });
    await closed;
    expect(test.broker.connections().map(({ sub }) => sub)).toEqual(['tom']);
    expect(tom.client.connected).toBe(true);
  });

  it('ends with the token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 4;
    const { client } = await test.connect(deviceClaims('pc', { exp }));
    await closeOf(client);
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
    expect(test.broker.connections()).toEqual([]);
  });

  it('goes on with a new token, with the session of before', async () => {
    const session = { properties: { sessionExpiryInterval: 60 } };
    const before = await test.connect(deviceClaims('pc', { jti: 'family.1' }), session);
    await subscribe(before.client, 'acme/one/clients/pc/#', 1);
    await before.client.endAsync();
    await say('acme/one/clients/pc/while-away');
    const { inbox, sessionPresent } = await test.connect(deviceClaims('pc', { jti: 'family.2' }), {
      ...session,
      clean: false,
    });
    expect(sessionPresent).toBe(true);
    await inbox.next(({ topic }) => topic === 'acme/one/clients/pc/while-away');
  });
});

describe('after an outage', () => {
  const SESSION = { properties: { sessionExpiryInterval: 60 } };

  it('of Mosquitto everybody comes back, and what the platform retains is there', async () => {
    const claims = deviceClaims('pc');
    const { client } = await test.connect(claims, { ...SESSION, reconnectPeriod: 50 });
    await test.mosquitto.kill();
    await expect.poll(() => test.broker.isOpen()).toBe(false);
    // A notification that nobody can hear is no error.
    await say('acme/one/notifications/v1');
    expect(test.broker.counters().dropped).toEqual({ 'no-broker': 1 });
    test.directory.clientGroups.set('pc', ['chess']);
    test.changed();
    await test.mosquitto.start();
    await expect.poll(() => test.broker.isOpen(), { timeout: 5_000 }).toBe(true);
    await expect.poll(() => client.connected, { timeout: 5_000 }).toBe(true);
    const inbox = createInbox(client);
    await subscribe(client, 'acme/one/clients/pc/#', 1);
    const list = await inbox.next();
    expect(JSON.parse(list.payload.toString())).toEqual({ groups: ['chess'], rooms: [] });
    expect(await publish(client, 'acme/one/groups/chess/feedback/pc/hello')).toBeUndefined();
    expect(await publish(client, `${FEEDBACK}/pc/hello`)).toBe(0x87);
  });

  it('of Mosquitto what the platform took away meanwhile is gone', async () => {
    const retain = (name: string, payload: string) =>
      test.broker.publish({
        topic: `acme/one/clients/pc/${name}`,
        payload: Buffer.from(payload),
        qos: 1,
        retain: true,
      });
    await retain('stays', 'here');
    await retain('goes', 'here');
    // It keeps both in its files.
    await test.mosquitto.stop();
    await expect.poll(() => test.broker.isOpen()).toBe(false);
    await retain('goes', '');
    await test.mosquitto.start();
    await expect.poll(() => test.broker.isOpen(), { timeout: 5_000 }).toBe(true);
    const { client, inbox } = await test.connect(deviceClaims('pc'));
    await subscribe(client, 'acme/one/clients/pc/goes', 1);
    await subscribe(client, 'acme/one/clients/pc/stays', 1);
    expect((await inbox.next()).topic).toBe('acme/one/clients/pc/stays');
  });

  it('of the platform who holds a token stays, and whose session ended meanwhile leaves', async () => {
    const pc = await test.connect(deviceClaims('pc', { jti: 'one.1' }), SESSION);
    const late = await test.connect(deviceClaims('late', { jti: 'two.1' }), SESSION);
    const closed = closeOf(late.client);
    test.over.add('two.1');
    const platform = await test.restartPlatform();
    await closed;
    expect(platform.connections().map(({ sub }) => sub)).toEqual(['pc']);
    await pingOf(pc.client);
    const event = { effectType: 'BlockWebsitesDefinition', rule: '*.example', timeTriggered: 1 };
    expect(await publish(pc.client, 'acme/one/events/pc', JSON.stringify(event))).toBeUndefined();
    await expect.poll(() => test.events).toHaveLength(1);
    await cutOff(pc.client);
  });
});
