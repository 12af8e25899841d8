/**
 * Thousands of messages that nobody may send, delivered to the live worker among the reports of a class that is
 * well. A second worker hears the class alone: in the end both must know the same.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { LiveBatch, LiveClient, WatchRequest } from '#protocol/threads/live-worker.ts';
import { seededRandom } from '../../agent/simulated/seeded-random.ts';
import { type LiveMessage, readLiveMessage } from '../../workers/live/broker/live-message.ts';
import type { MqttMessage } from '../../workers/live/broker/mqtt-transport.ts';
import { createFakeBitmaps } from '../../workers/live/fakes/fake-bitmap.ts';
import { createFakeBroker, fakeToken } from '../../workers/live/fakes/fake-broker.ts';
import { createFakePort } from '../../workers/live/fakes/fake-port.ts';
import { createLive } from '../../workers/live/live.ts';
import type { Malformed } from '../support/wire/malformed.ts';
import { malformedMessages } from '../support/wire/malformed-messages.ts';
import { readProtocolPage } from '../support/wire/protocol-page.ts';

const MESSAGES = 12_000;
const SEED = 'malformed 1';
/** Every so many of them a device of the class says something, and time goes on a little. */
const PER_REPORT = 4;
const REPORT_EVERY_MS = 20;
const CLASS = ['w-1', 'w-2', 'w-3', 'w-4', 'w-painter'] as const;
const PAINTER = 'w-painter';

const session = { tenant: 'acme', site: 'riverside', tutorId: 't-anna', mqttUrl: 'ws://broker/mqtt' };
const S = 'acme/riverside';
const watch: WatchRequest = {
  of: { groupId: 'g-7a' },
  feeds: ['info', 'tabs', 'applications', 'statuses', 'thumbnails'],
  thumbnails: { quality: 10, intervalMs: 1_000, width: 320, height: 180 },
};
const lock = {
  id: 'lock-1',
  action: 'lock' as const,
  parameters: { content: 'Eyes to the front' },
  audience: { clients: [{ clientId: 'w-1', userId: 'u-w-1', authType: 'user' as const }] },
};

/** A worker with one tab that looks at the class. */
async function openRig() {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const bitmaps = createFakeBitmaps();
  let lastId = 0;
  const live = createLive({
    clock,
    random: () => 0,
    newId: () => `id${++lastId}`,
    openTransport: broker.open,
    tabEnded: () => new Promise(() => {}),
    holdLock: () => Promise.resolve(),
    // As a browser does, which does not ask what a sender calls it.
    async decode({ bytes }) {
      const isPicture = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
      if (!isPicture) throw new DOMException('The source image could not be decoded', 'InvalidStateError');
      return bitmaps.make();
    },
    copy: async () => bitmaps.make(),
    log: () => {},
    debug: () => {},
  });
  const seen = {
    clients: new Map<string, Partial<LiveClient>>(),
    lastFrames: new Map<string, number>(),
    undecodable: new Map<string, number>(),
    notifications: [] as unknown[],
    answers: [] as unknown[],
    people: [] as unknown[],
    said: [] as unknown[],
    dropped: {} as Readonly<Record<string, number>>,
  };
  function receive(batch: LiveBatch) {
    for (const { clientId, at, bitmap } of batch.frames ?? []) {
      seen.lastFrames.set(clientId, at);
      bitmap.close();
    }
    // A port copies; what cannot be copied breaks the worker.
    const { frames: _, ...copied } = structuredClone({ ...batch, frames: [] });
    for (const { removed, changes } of copied.watches ?? []) {
      for (const clientId of removed) seen.clients.delete(clientId);
      for (const change of changes)
        seen.clients.set(change.clientId, { ...seen.clients.get(change.clientId), ...change });
    }
    for (const { clientId } of copied.undecodable ?? [])
      seen.undecodable.set(clientId, (seen.undecodable.get(clientId) ?? 0) + 1);
    seen.notifications.push(...(copied.notifications ?? []));
    for (const { answers } of copied.actions ?? []) seen.answers.push(...answers);
    seen.people.push(...(copied.activeUsers ?? []));
    for (const { entries } of copied.rooms ?? []) seen.said.push(...entries);
    seen.dropped = copied.dropped ?? seen.dropped;
  }
  const freshToken = async () => fakeToken(clock.now() + 900_000, 't-anna');
  const { port, acknowledge } = createFakePort((batch) => {
    receive(batch);
    queueMicrotask(() => acknowledge(batch.seq));
  });
  void live.attach({ tabId: 'a', session, visible: true, token: await freshToken() }, port, { freshToken });
  live.watch('a', 'w', watch);
  await settlePromises();
  live.look('a', 'w', { visible: CLASS, displays: {} });
  live.watchActiveUsers('a');
  live.joinRoom('a', 'room-5');
  live.act('a', { ...lock, askedAt: clock.now() }, 0);
  await clock.advance(2_000);
  const deliver = ({ topic, payload, ...more }: MqttMessage) => broker.deliver(topic, payload, more);
  return { clock, broker, bitmaps, live, seen, deliver };
}
type Rig = Awaited<ReturnType<typeof openRig>>;

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** What the class says: the same for the same step. Some of it has more than it should, which is ignored. */
function report(step: number): MqttMessage {
  const clientId = CLASS[step % CLASS.length] ?? PAINTER;
  const about = { clientId, userId: `u-${clientId}`, authType: 'user', lastUpdated: step };
  const on = (kind: string, body: object): MqttMessage => ({
    topic: `${S}/groups/g-7a/feedback/${clientId}/${kind}`,
    payload: new TextEncoder().encode(
      JSON.stringify({ ...about, ...body }).replace('{', '{"__proto__":{"polluted":true},"constructor":1,'),
    ),
  });
  const displays = [{ id: '1', primary: true }];
  switch (Math.floor(step / CLASS.length) % 9) {
    case 0:
      return on('info', { type: 'windowsAgent', displays, device: { hostname: `PC ${clientId}` } });
    case 1:
      return on('tabs', { tabs: [{ tabId: '1', title: `Page ${step}`, active: true }] });
    case 2:
      return on('applications', { applications: [{ appId: 'a', windowId: 'w', title: `Essay ${step}` }] });
    case 3:
      return on('statuses', { privacy: step % 2 === 0, lockSources: { action: true } });
    case 4:
      return {
        topic: `${S}/groups/g-7a/feedback/${clientId}/thumbnail`,
        payload: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
        contentType: 'image/jpeg',
        userProperties: {
          userId: `u-${clientId}`,
          authType: 'user',
          display: '1',
          primary: '1',
          quality: '10',
          width: '320',
          height: '180',
          at: String(step),
        },
      };
    case 5:
      return {
        topic: `${S}/notifications/v1`,
        payload: encode({ resource: 'groups', id: `g-${step}`, change: 'updated', at: step }),
      };
    case 6: {
      const presence = { hostname: `PC ${clientId}`, os: 'Windows', type: 'windowsAgent', since: 1 };
      return { topic: `${S}/presence/user/u-${clientId}/${clientId}`, payload: encode(presence) };
    }
    case 7: {
      const message = { id: `m-${step}`, message: `Hello ${step}`, userId: `u-${clientId}`, sentTime: step };
      return { topic: `${S}/live-rooms/room-5/messages`, payload: encode(message) };
    }
    default: {
      const reply = { id: lock.id, action: lock.action, ok: true };
      return {
        topic: `${S}/tutors/t-anna/v1/backchannel/w-1/reply`,
        payload: encode(reply),
        correlation: lock.id,
      };
    }
  }
}

/** Some of what does not fit its schema can be read without an entry of a list, or with a text cut. It is not malformed. */
const readInPart: { message: MqttMessage; read: LiveMessage }[] = [];
function nextUnreadable(stream: Iterator<Malformed, never>): Malformed {
  for (;;) {
    const next = stream.next().value;
    if (next.reason !== 'schema') return next;
    const read = readLiveMessage(session, next.message);
    if (read.name === 'dropped') return next;
    readInPart.push({ message: next.message, read });
  }
}

const collectGarbage = () => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};
const heapBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

describe('the live worker among malformed messages', () => {
  const expected: Record<string, number> = {};
  const thrown: string[] = [];
  const rejected: unknown[] = [];
  const onRejection = (reason: unknown) => rejected.push(reason);
  let attacked: Rig;
  let calm: Rig;
  let heapGrowth = 0;

  /** What a message left behind may go wrong later: in a timer, where nobody would catch it. */
  async function goOn(ms: number, when: string) {
    await calm.clock.advance(ms);
    await attacked.clock.advance(ms).catch((error) => thrown.push(`${when}: ${error}`));
  }

  beforeAll(async () => {
    process.on('unhandledRejection', onRejection);
    [attacked, calm] = await Promise.all([openRig(), openRig()]);
    const stream = malformedMessages({
      examples: (await readProtocolPage()).examples,
      random: seededRandom(SEED),
      victims: CLASS.filter((clientId) => clientId !== PAINTER),
      painter: PAINTER,
      action: { id: lock.id, name: lock.action, stranger: 'w-2' },
    });
    let heapAtFirst = 0;
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      if (sent % PER_REPORT === 0) {
        for (const rig of [attacked, calm]) rig.deliver(report(sent / PER_REPORT));
        await goOn(REPORT_EVERY_MS, `the report before ${sent}`);
      }
      const { what, message, reason } = nextUnreadable(stream);
      expected[reason] = (expected[reason] ?? 0) + 1;
      try {
        attacked.deliver(message);
      } catch (error) {
        thrown.push(`${what}: ${error}`);
      }
      // Only a picture that is decoded can prove to be none.
      if (reason === 'picture') await settlePromises();
      if (sent === MESSAGES / 4) heapAtFirst = heapBytes();
    }
    await goOn(1_500, 'the end');
    // All of this was one turn of the event loop; rejections are announced at its end.
    await new Promise((resolve) => setImmediate(resolve));
    heapGrowth = heapBytes() - heapAtFirst;
    console.log(JSON.stringify({ malformed: MESSAGES, dropped: attacked.seen.dropped }));
  }, 120_000);
  afterAll(() => void process.off('unhandledRejection', onRejection));

  test('throws nothing and leaves no rejection unheard', () => {
    expect(thrown.slice(0, 5)).toEqual([]);
    expect(rejected).toEqual([]);
  });

  test('counts every one by its reason', () => {
    expect(attacked.seen.dropped).toEqual(expected);
    expect(Object.values(expected).reduce((sum, count) => sum + count, 0)).toBe(MESSAGES);
    expect(MESSAGES).toBeGreaterThanOrEqual(10_000);
  });

  test('reads in part only what devices say, of the client of the topic and of the action that it names', () => {
    expect(new Set(readInPart.map(({ read }) => read.name))).toEqual(new Set(['feedback', 'reply']));
    for (const { message, read } of readInPart) {
      const said = JSON.parse(new TextDecoder().decode(message.payload));
      const kept =
        read.name === 'feedback'
          ? { record: read.record, keys: ['clientId', 'userId', 'authType', 'lastUpdated'] }
          : {
              record: read.name === 'reply' ? read.reply : {},
              keys: ['id', 'action', 'ok', 'url', 'password'],
            };
      for (const key of kept.keys) expect(Reflect.get(kept.record, key)).toBe(said[key]);
      if (read.name === 'feedback')
        expect(message.topic.endsWith(`/${read.record.clientId}/${read.kind}`)).toBe(true);
    }
  });

  test('knows of the class what a worker knows that heard the class alone', () => {
    expect([...calm.seen.clients.keys()].toSorted()).toEqual(CLASS.toSorted());
    const { notifications, answers, people, said, lastFrames } = calm.seen;
    for (const heard of [notifications, answers, people, said, [...lastFrames]])
      expect(heard).not.toEqual([]);
    expect(attacked.seen.clients).toEqual(calm.seen.clients);
    // The painter's newest picture may have been one that is none, which took the place of a good one.
    for (const { seen } of [attacked, calm]) seen.lastFrames.delete(PAINTER);
    expect(attacked.seen.lastFrames).toEqual(calm.seen.lastFrames);
    expect(attacked.seen.notifications).toEqual(calm.seen.notifications);
    expect(attacked.seen.answers).toEqual(calm.seen.answers);
    expect(attacked.seen.people).toEqual(calm.seen.people);
    expect(attacked.seen.said).toEqual(calm.seen.said);
    expect([...attacked.seen.undecodable.keys()]).toEqual([PAINTER]);
    const traces = ({ live }: Rig) =>
      live.debug('a', { groupId: 'g-7a' }).clients.filter(({ clientId }) => clientId !== PAINTER);
    expect(traces(attacked)).toEqual(traces(calm));
    expect(traces(calm)).toHaveLength(CLASS.length - 1);
  });

  test('says nothing to the broker that the other one would not say', () => {
    expect(attacked.broker.published).toEqual(calm.broker.published);
    expect(attacked.broker.filters).toEqual(calm.broker.filters);
  });

  test('keeps nothing: no timer, bitmap or memory', () => {
    expect(attacked.clock.pending()).toBe(calm.clock.pending());
    expect(attacked.bitmaps.openCount()).toBe(0);
    expect(heapGrowth).toBeLessThan(8 * 1024 * 1024);
  });

  test('leaves every object’s prototype as it was', () => {
    expect('polluted' in {}).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
    for (const client of attacked.seen.clients.values()) {
      expect(Object.getPrototypeOf(client)).toBe(Object.prototype);
      expect(Object.hasOwn(client, 'constructor')).toBe(false);
    }
  });
});
