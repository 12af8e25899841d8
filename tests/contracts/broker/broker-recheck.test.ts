/** Live subscriptions when permissions, membership or roles change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { disconnectOf, pingOf, refusalOf, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';

const SESSION = { properties: { sessionExpiryInterval: 60 } };
const maintainer = () => tutorClaims('mia', { roles: ['consoleUser', 'groupMaintainer'] });
const json = (message: { payload: Buffer }) => JSON.parse(message.payload.toString());

let test: TestBroker;
beforeEach(async () => {
  test = await startBroker();
  test.directory.groups.set('tina', new Set(['maths', 'chess']));
  test.directory.clientGroups.set('pc', ['maths', 'art']);
});
afterEach(() => test.stop());

describe('subscriptions after a change', () => {
  it('end for a group whose permission was withdrawn, and stay for the others', async () => {
    const { client, inbox } = await test.connect(tutorClaims('tina'), SESSION);
    await subscribe(client, 'acme/one/groups/maths/feedback/#', 1);
    await subscribe(client, 'acme/one/groups/chess/feedback/#', 1);
    test.directory.groups.set('tina', new Set(['chess']));
    const letGo = test.holdAnswers();
    test.changed({ resource: 'rolelinks', site: undefined });
    // What a tutor publishes waits for the new answer.
    const topic = 'acme/one/tutors/tina/v1/groups/maths/demands';
    const published = refusalOf(client.publishAsync(topic, '{}', { qos: 1 }));
    await pingOf(client);
    letGo();
    expect(await published).toBe(0x87);
    for (const group of ['maths', 'chess'])
      await test.broker.publish({
        topic: `acme/one/groups/${group}/feedback/pc/info`,
        payload: Buffer.from('x'),
        qos: 1,
      });
    expect((await inbox.next()).topic).toBe('acme/one/groups/chess/feedback/pc/info');
    expect(test.broker.connections()[0]?.filters).toEqual(['acme/one/groups/chess/feedback/#']);
  });

  it('may be made for a new group by who was permitted it just now', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    expect(await subscribe(client, 'acme/one/groups/new/feedback/#')).toBe(0x87);
    const letGo = test.holdAnswers();
    test.directory.groups.set('tina', new Set(['new']));
    test.changed({ change: 'created' });
    const granted = subscribe(client, 'acme/one/groups/new/feedback/#');
    letGo();
    expect(await granted).toBe(0);
  });

  it('end for a device and a tutor who were removed from a chat room, and the device is told', async () => {
    const room = 'acme/one/live-rooms/chess';
    test.directory.rooms.set('tina', new Set(['chess']));
    test.directory.clientRooms.set('pc', new Set(['chess']));
    const device = await test.connect(deviceClaims('pc'));
    const tutor = await test.connect(tutorClaims('tina'));
    await subscribe(device.client, 'acme/one/clients/pc/groups', 1);
    expect(json(await device.inbox.next())).toMatchObject({ rooms: ['chess'] });
    for (const { client } of [device, tutor]) await subscribe(client, `${room}/#`, 1);
    test.directory.rooms.set('tina', new Set());
    test.directory.clientRooms.set('pc', new Set());
    test.changed({ resource: 'live-rooms', id: 'chess' });
    expect(json(await device.inbox.next())).toMatchObject({ rooms: [] });
    await expect
      .poll(() => test.broker.connections().flatMap(({ filters }) => filters))
      .not.toContain(`${room}/#`);
    await test.broker.publish({ topic: `${room}/messages`, payload: Buffer.from('{}'), qos: 1 });
    for (const { client, inbox } of [device, tutor]) {
      await pingOf(client);
      expect(inbox.messages.filter(({ topic }) => topic.startsWith(room))).toEqual([]);
    }
    const said = device.client.publishAsync(`${room}/send-message`, '{"id":"a","message":"x"}', { qos: 1 });
    expect(await refusalOf(said)).toBe(0x87);
  });

  it('end for a device that left the group', async () => {
    const { client, inbox } = await test.connect(deviceClaims('pc'));
    await subscribe(client, 'acme/one/tutors/+/v1/groups/maths/#', 1);
    await subscribe(client, 'acme/one/clients/pc/#', 1);
    await inbox.next();
    test.directory.clientGroups.set('pc', []);
    test.changed();
    expect(json(await inbox.next())).toEqual({ groups: [], rooms: [] });
    await test.broker.publish({
      topic: 'acme/one/tutors/tina/v1/groups/maths/actions',
      payload: Buffer.from('{}'),
      qos: 1,
    });
    await test.broker.publish({ topic: 'acme/one/clients/pc/x', payload: Buffer.from('{}'), qos: 1 });
    expect((await inbox.next()).topic).toBe('acme/one/clients/pc/x');
  });

  it('of a console to a group hear at once that a device is not in it any more, and then nothing of it', async () => {
    const { client, inbox } = await test.connect(tutorClaims('tina'));
    await subscribe(client, 'acme/one/groups/maths/feedback/#');
    const device = await test.connect(deviceClaims('pc'));
    await subscribe(device.client, 'acme/one/clients/pc/groups', 1);
    const groups = async () => json(await device.inbox.next()).groups;
    const say = (kind: string) =>
      device.client.publishAsync(`acme/one/groups/maths/feedback/pc/${kind}`, '{}', { qos: 0 });
    const next = async () => (await inbox.next()).topic.replace('acme/one/groups/maths/feedback/', '');
    expect(await groups()).toEqual(['art', 'maths']);
    await say('info');
    expect(await next()).toBe('pc/info');
    test.directory.clientGroups.set('pc', ['art']);
    test.changed();
    expect(await next()).toBe('pc/left');
    expect(await groups()).toEqual(['art']);
    await say('info');
    await pingOf(device.client);
    test.directory.clientGroups.set('pc', ['art', 'maths']);
    test.changed();
    expect(await groups()).toEqual(['art', 'maths']);
    await say('hello');
    expect(await next()).toBe('pc/hello');
  });

  it('to presence end with the role groupMaintainer', async () => {
    const { client } = await test.connect(maintainer());
    expect(await subscribe(client, 'acme/one/presence/#')).toBe(0);
    test.directory.roles.set('mia', ['consoleUser']);
    test.changed({ resource: 'rolelinks' });
    expect(await subscribe(client, 'acme/one/presence/#')).toBe(0x87);
    expect(test.broker.connections()[0]?.filters).toEqual([]);
  });

  it('and the connection end when the tutor may not be there any more, or nobody can say', async () => {
    const gone = await test.connect(tutorClaims('tina'));
    const unsure = await test.connect(tutorClaims('tom'));
    await subscribe(gone.client, 'acme/one/notifications/v1');
    await subscribe(unsure.client, 'acme/one/notifications/v1');
    const told = disconnectOf(gone.client);
    test.directory.roles.set('tina', undefined);
    test.changed({ resource: 'tutors', id: 'tina', change: 'deleted' });
    expect(await told).toBe(0x87);
    const alsoTold = disconnectOf(unsure.client);
    test.directory.slow = Promise.reject(new Error('database away'));
    test.directory.slow.catch(() => {});
    test.changed();
    expect(await alsoTold).toBe(0x89);
  });

  it('and the connection end without a change, where another process may have made one', async () => {
    const shared = await startBroker({}, { recheckEveryMs: 10 });
    try {
      const { client } = await shared.connect(tutorClaims('tina'));
      const told = disconnectOf(client);
      shared.directory.roles.set('tina', undefined);
      expect(await told).toBe(0x87);
    } finally {
      await shared.stop();
    }
  });

  it('are not asked about when the change is another tenant’s, another site’s or of no consequence', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    await subscribe(client, 'acme/one/groups/maths/feedback/#');
    const { asked } = test.directory;
    test.changed({ tenant: 'other' });
    test.changed({ site: 'two' });
    test.changed({ resource: 'policies' });
    test.changed({ resource: 'tutors', id: 'tom' });
    test.changed({ resource: 'devices', id: 'new', change: 'created' });
    await subscribe(client, 'acme/one/groups/chess/feedback/#');
    expect(test.directory.asked).toBe(asked);
    test.changed();
    await subscribe(client, 'acme/one/groups/art/feedback/#');
    expect(test.directory.asked).toBeGreaterThan(asked);
  });

  it('are of a device only where the change is of its own user or of a group', async () => {
    const { client } = await test.connect(deviceClaims('pc'));
    await subscribe(client, 'acme/one/clients/pc/#');
    const { asked } = test.directory;
    test.changed({ resource: 'rolelinks' });
    test.changed({ resource: 'users', id: 'somebody' });
    await subscribe(client, 'acme/one/clients/pc/#');
    expect(test.directory.asked).toBe(asked);
    test.changed({ resource: 'users', id: 'user-of-pc' });
    await subscribe(client, 'acme/one/clients/pc/#');
    expect(test.directory.asked).toBe(asked + 2);
  });

  it('asks once for a burst of changes that came while it was asking', async () => {
    await test.connect(tutorClaims('tina'));
    const { asked } = test.directory;
    for (let i = 0; i < 50; i += 1) test.changed();
    const { client } = await test.connect(tutorClaims('tina'), { instance: 'other' });
    await subscribe(client, 'acme/one/notifications/v1');
    // Three questions each time: roles, groups, rooms.
    expect(test.directory.asked - asked).toBeLessThanOrEqual(9);
  });
});
