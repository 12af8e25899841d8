/** Each reason of “Why is this device dark?” that a console finds by itself: what causes it is done to the live worker. */
import { expect, test } from 'vitest';
import { whyDark } from '#domain/devices/why-dark.ts';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { ConnectionState, WatchRequest } from '#protocol/threads/live-worker.ts';
import { heardFacts, ownFacts } from '../../../src/features/why-dark/dark-facts.ts';
import { darkSentence } from '../../../src/features/why-dark/dark-sentence.ts';
import { createDeviceStore } from '../../../src/live/device-store.ts';
import { createFakeBitmaps } from '../../../workers/live/fakes/fake-bitmap.ts';
import { createFakeBroker, fakeToken } from '../../../workers/live/fakes/fake-broker.ts';
import { createFakePort } from '../../../workers/live/fakes/fake-port.ts';
import { createLive } from '../../../workers/live/live.ts';

const CLIENT = 'c1';
const FEEDBACK = `demo/riverside/groups/g1/feedback/${CLIENT}`;
const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const watchRequest: WatchRequest = {
  of: { groupId: 'g1' },
  feeds: ['info', 'statuses', 'thumbnails'],
  thumbnails: { quality: 10, intervalMs: 5_000, width: 320, height: 180 },
};
const INFO = {
  type: 'windowsAgent',
  version: '4.2',
  displays: [{ id: '1', primary: true }],
  device: { hostname: 'PC-1' },
};

/** A tab that looks at one device of a group, and what its card would say. */
async function setUp() {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const bitmaps = createFakeBitmaps();
  const devices = createDeviceStore();
  let connection: ConnectionState = { name: 'connecting', attempt: 1 };
  let lostAt: number | undefined;
  let lastId = 0;
  const live = createLive({
    clock,
    random: () => 0,
    newId: () => `id${++lastId}`,
    openTransport: broker.open,
    tabEnded: () => new Promise(() => {}),
    holdLock: () => Promise.resolve(),
    async decode({ bytes }) {
      if (bytes[0] !== 0xff) throw new DOMException('no picture', 'InvalidStateError');
      return bitmaps.make();
    },
    copy: async () => bitmaps.make(),
    log: () => {},
    debug: () => {},
  });
  const { port, acknowledge } = createFakePort((batch) => {
    if (batch.connection) {
      if (connection.name === 'connected' && batch.connection.name !== 'connected') lostAt = clock.now();
      connection = batch.connection;
    }
    for (const watch of batch.watches ?? []) devices.apply(watch);
    for (const { bitmap } of batch.frames ?? []) bitmap.close();
    queueMicrotask(() => acknowledge(batch.seq));
  });
  const freshToken = async () => fakeToken(clock.now() + 900_000);
  void live.attach({ tabId: 'a', session, visible: true, token: await freshToken() }, port, { freshToken });
  live.watch('a', 'w', watchRequest);
  await settlePromises();
  live.look('a', 'w', { visible: [CLIENT], displays: {} });

  const say = (kind: string, body: object, lastUpdated = clock.now()) =>
    broker.deliver(`${FEEDBACK}/${kind}`, {
      clientId: CLIENT,
      userId: 'u1',
      authType: 'user',
      lastUpdated,
      ...body,
    });
  return {
    clock,
    broker,
    live,
    say,
    show: (bytes: Uint8Array, contentType = 'image/jpeg') =>
      broker.deliver(`${FEEDBACK}/thumbnail`, bytes, {
        contentType,
        userProperties: {
          userId: 'u1',
          authType: 'user',
          display: '1',
          primary: '1',
          quality: '10',
          width: '320',
          height: '180',
          at: '1000',
        },
      }),
    /** Seconds in which the device says that it is there, and sends nothing else. */
    async stay(seconds: number) {
      for (let i = 0; i < seconds; i += 1) {
        await clock.advance(1_000);
        say('statuses', {});
      }
      await clock.advance(200);
    },
    async sentence() {
      const { clients, droppedOf } = await live.debug('a', watchRequest.of);
      const record = clients.find(({ clientId }) => clientId === CLIENT);
      const heard = heardFacts(devices.get(CLIENT), { record, dropped: droppedOf[CLIENT] });
      const reason = whyDark({ nowMs: clock.now(), own: ownFacts(connection, lostAt), heard });
      return reason && darkSentence(reason, clock.now());
    },
  };
}

async function setUpKnown(info: object = {}) {
  const rig = await setUp();
  rig.say('info', { ...INFO, ...info });
  await rig.clock.advance(200);
  return rig;
}

test('nothing is wrong at first, nor while pictures come', async () => {
  const { sentence, stay, show } = await setUpKnown();
  expect(await sentence()).toBeUndefined();
  await stay(6);
  show(Uint8Array.of(0xff));
  await stay(6);
  expect(await sentence()).toBeUndefined();
});

test('own broker connection down', async () => {
  const { sentence, broker, clock } = await setUpKnown();
  broker.answer = 'unreachable';
  broker.lose({ keepSession: false });
  await clock.advance(200);
  expect(await sentence()).toMatch(
    /^This console is not connected since \d\d?:\d\d [AP]M\. Check the network of this computer; it connects again by itself\.$/,
  );
});

test('offline since: it has fallen silent', async () => {
  const { sentence, clock } = await setUpKnown();
  await clock.advance(20_000);
  expect(await sentence()).toMatch(
    /^Offline since \d\d?:\d\d [AP]M\. Switch it on or wake it, and check its network\.$/,
  );
});

test('heard, but it has not said who it is', async () => {
  const { sentence, say, clock } = await setUp();
  say('statuses', {});
  await clock.advance(200);
  expect(await sentence()).toMatch(/^The device is connected but has not sent its details yet\./);
});

test('privacy on', async () => {
  const { sentence, say, clock } = await setUpKnown();
  say('statuses', { privacy: true });
  await clock.advance(200);
  expect(await sentence()).toBe('Privacy is on at the device. The student turns it off there.');
});

test('a policy switched it off', async () => {
  const { sentence, say, clock } = await setUpKnown();
  say('statuses', { privacy: true, privacyByPolicy: true });
  await clock.advance(200);
  expect(await sentence()).toBe('A policy keeps its screen private. Turn the policy off to see it.');
});

test.each([
  ['windowsAgent', 'No display is attached. Plug in or switch on its screen.'],
  ['studentClient', 'The student shares no screen. Ask them to share it.'],
])('no display attached: %s', async (type, expected) => {
  const { sentence } = await setUpKnown({ type, displays: [] });
  expect(await sentence()).toBe(expected);
});

test('agent too old', async () => {
  const { sentence, stay } = await setUpKnown({ version: '0.9.4' });
  await stay(9);
  expect(await sentence()).toBe('Its agent 0.9.4 is older than 1.0 and sends no pictures. Update it.');
});

test('agent too old, whose version would turn the sentence round', async () => {
  const { sentence, stay } = await setUpKnown({ version: '0.9\u202e\u2066' });
  await stay(9);
  expect(await sentence()).toBe('Its agent 0.9 is older than 1.0 and sends no pictures. Update it.');
});

test('not asked: nobody looks', async () => {
  const { sentence, live, clock } = await setUpKnown();
  live.watch('a', 'w', { ...watchRequest, feeds: ['info', 'statuses'] });
  await clock.advance(200);
  expect(await sentence()).toBe('Updates are paused while it is out of view. Open the group or the device.');
});

test('asked but no answer for some seconds, until a picture comes', async () => {
  const { sentence, stay, show } = await setUpKnown();
  await stay(7);
  expect(await sentence()).toBeUndefined();
  await stay(13);
  expect(await sentence()).toMatch(/^It was asked and has not answered for 2\d s\./);
  show(Uint8Array.of(0xff));
  await stay(1);
  expect(await sentence()).toBeUndefined();
});

test.each([
  ['no pictures that this browser can show', Uint8Array.of(1), 'image/jpeg'],
  ['of another kind than pictures', Uint8Array.of(0xff), 'text/html'],
  ['too large', new Uint8Array(5 * 1024 * 1024), 'image/jpeg'],
])('answered but dropped: %s', async (why, bytes, contentType) => {
  const { sentence, stay, show } = await setUpKnown();
  show(bytes, contentType);
  await stay(1);
  expect(await sentence()).toBe(`It answers, but 1 message was dropped: ${why}. Update its agent.`);
  show(bytes, contentType);
  show(bytes, contentType);
  await stay(1);
  expect(await sentence()).toMatch(new RegExp(`^It answers, but [23] messages were dropped: ${why}\\.`));
  show(Uint8Array.of(0xff));
  await stay(1);
  expect(await sentence()).toBeUndefined();
});

test('answered but dropped: not as the protocol says', async () => {
  const { sentence, say, stay } = await setUpKnown();
  say('tabs', { tabs: 'none' });
  say('info', { ...INFO, clientId: 'c2' });
  say('tabs', { tabs: 'none' });
  await stay(1);
  expect(await sentence()).toBe(
    'It answers, but 3 messages were dropped: not as the protocol says. Update its agent.',
  );
});

test('wrong clock', async () => {
  const { sentence, say, clock } = await setUpKnown();
  for (let i = 0; i < 9; i += 1) {
    await clock.advance(1_000);
    say('statuses', {}, clock.now() - 90 * 60_000);
  }
  expect(await sentence()).toBe('Its clock is 90 minutes slow. Set the time on the device.');
});
