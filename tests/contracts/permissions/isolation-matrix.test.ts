/**
 * Who may touch which topic, against the running broker: every kind of actor with every kind of topic, on the own
 * site, another site and another tenant. What is expected stands in `isolation-world.ts`, written by hand and
 * not from the rules that the broker reads.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { readMessage } from '../../../agent/core/connection/inbox.ts';
import { startBroker, type TestBroker } from '../broker/broker-harness.ts';
import { openRaw } from '../broker/broker-raw-client.ts';
import { claimsOf, type Guest, openGuest } from './isolation-guest.ts';
import { ACTORS, type Actor, CLIENTS, FILTERS, grantsOf, PEOPLE, TOPICS, within } from './isolation-world.ts';

const NOT_AUTHORIZED = 0x87;
const LONG_MS = 60_000;

const mayPublish = (actor: Actor, topic: string) =>
  grantsOf(actor).publish.some((grant) => within(topic, grant));
const maySubscribe = (actor: Actor, filter: string) =>
  grantsOf(actor).subscribe.some((grant) => within(filter, grant));
/** What members say in a room goes to the platform, which says it again with who it was. */
const isForPlatform = (topic: string) => /^[^/]+\/[^/]+\/live-rooms\/[^/]+\/send-message$/.test(topic);
const mayHear = (actor: Actor, topic: string) => maySubscribe(actor, topic) && !isForPlatform(topic);

/** A room's members name themselves in their statuses. */
const payloadOf = (actor: Actor, cell: string) =>
  JSON.stringify({ cell, ...(actor.kind === 'device' ? { userId: actor.userId } : { tutorId: actor.id }) });
const cellIn = (payload: Buffer): string | undefined => {
  try {
    return JSON.parse(payload.toString()).cell;
  } catch {
    return undefined;
  }
};

/** The matrix asks thousands of things at once: what is limited is tested elsewhere. */
const UNLIMITED = { messagesPerSecond: 1e9, messagesAtOnce: 1e9, bytesPerSecond: 1e12, bytesAtOnce: 1e12 };
const WITHOUT_LIMIT = { device: UNLIMITED, tutor: UNLIMITED, runner: UNLIMITED };

let test: TestBroker;
const guests: Guest[] = [];
let cells = 0;
/** By the name of its cell, where a message that a client sent went out. */
const wentOut = new Map<string, string>();
const from = performance.now();

beforeAll(async () => {
  test = await startBroker({ maxQueuedMessages: 100_000, rates: WITHOUT_LIMIT });
  const { groups, users, clients, rooms, clientGroups, clientRooms } = test.directory;
  groups
    .set('tina', new Set(['maths']))
    .set('tom', new Set(['chess']))
    .set('mia', 'all');
  users
    .set('tina', new Set(['ann']))
    .set('tom', new Set(['ben']))
    .set('mia', new Set(PEOPLE));
  clients
    .set('tina', new Set(['ann-pc']))
    .set('tom', new Set(['ben-pc']))
    .set('mia', new Set(CLIENTS));
  rooms.set('tina', new Set(['maths-room'])).set('tom', new Set(['chess-room']));
  clientGroups.set('ann-pc', ['maths']);
  clientRooms.set('ann-pc', new Set(['maths-room']));
  test.broker.onPublish(({ topic, payload }) => {
    const cell = cellIn(payload);
    if (cell !== undefined) wentOut.set(cell, topic);
  });
  for (const actor of ACTORS) guests.push(await openGuest(test, actor));
}, LONG_MS);
afterAll(async () => {
  for (const guest of guests) guest.close();
  await test.stop();
  console.log(`isolation: ${cells} cells in ${Math.round((performance.now() - from) / 1000)} s`);
});

describe.each(ACTORS.map((actor, i) => [actor.name, i] as const))('%s', (_name, index) => {
  const guest = () => guests[index] as Guest;

  it('publishes what the table allows, and nothing else goes out', { timeout: LONG_MS }, async () => {
    const { actor } = guest();
    const messages = TOPICS.map((topic, i) => {
      const cell = `publish ${actor.name} ${i}`;
      return { topic, cell, payload: payloadOf(actor, cell) };
    });
    const codes = await guest().publish(messages);
    const wrong = messages
      .filter(({ topic }, i) => codes[i] !== (mayPublish(actor, topic) ? 0 : NOT_AUTHORIZED))
      .map(({ topic }) => topic);
    expect(wrong).toEqual([]);
    const allowed = messages.filter(({ topic }) => mayPublish(actor, topic));
    expect(allowed.length).toBeGreaterThan(2);
    await expect.poll(() => allowed.every(({ cell }) => wentOut.has(cell))).toBe(true);
    expect([...wentOut.keys()].filter((cell) => cell.startsWith(`publish ${actor.name} `))).toHaveLength(
      allowed.length,
    );
    cells += messages.length;
  });

  it('leaves a retained message nowhere but in its own presence', { timeout: LONG_MS }, async () => {
    const { actor } = guest();
    const topics = TOPICS.filter((topic) => mayPublish(actor, topic));
    const codes = await guest().publish(
      topics.map((topic) => ({ topic, payload: payloadOf(actor, `kept ${topic}`), retain: true })),
    );
    const kept = topics.filter((_, i) => codes[i] === 0);
    const { tenant, site, authType, userId, id } = actor;
    const own = actor.kind === 'device' ? [`${tenant}/${site}/presence/${authType}/${userId}/${id}`] : [];
    expect(kept).toEqual(own);
    cells += topics.length;
  });

  it('subscribes to what the table allows, by any wildcard', { timeout: LONG_MS }, async () => {
    const { actor } = guest();
    const codes: number[] = [];
    for (let i = 0; i < FILTERS.length; i += 400) {
      const some = FILTERS.slice(i, i + 400);
      codes.push(...(await guest().subscribe(some)));
      await guest().unsubscribe(some);
    }
    const wrong = FILTERS.filter(
      (filter, i) => codes[i] !== (maySubscribe(actor, filter) ? 0 : NOT_AUTHORIZED),
    );
    expect(wrong).toEqual([]);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(5);
    cells += FILTERS.length;
  });

  it('takes no part in a shared subscription', async () => {
    const filters = grantsOf(guest().actor).subscribe.map((filter) => `$share/thieves/${filter}`);
    expect(new Set(await guest().subscribe(filters))).toEqual(new Set([0x9e]));
    cells += filters.length;
  });
});

describe('what the platform says anywhere', () => {
  const sayEverywhere = async (round: string) => {
    for (const guest of guests) await guest.received();
    for (const topic of TOPICS.filter((each) => !each.startsWith('$')))
      await test.broker.publish({ topic, payload: Buffer.from(round), qos: 1 });
    for (const guest of guests) {
      const heard = (await guest.received()).filter(({ payload }) => payload === round);
      const expected = TOPICS.filter((topic) => mayHear(guest.actor, topic));
      expect(heard.map(({ topic }) => topic).sort(), guest.actor.name).toEqual([...expected].sort());
      cells += TOPICS.length;
    }
  };

  it('arrives once where it may be heard, and nowhere else, topic by topic', {
    timeout: LONG_MS,
  }, async () => {
    // Asks for every topic: what is refused must stay silent.
    for (const guest of guests) await guest.subscribe(TOPICS);
    await sayEverywhere('exact');
    for (const guest of guests) await guest.unsubscribe(TOPICS);
  });

  it('and by the widest filters, with every wider one asked for as well', { timeout: LONG_MS }, async () => {
    for (const guest of guests) {
      const refused = FILTERS.filter((filter) => !maySubscribe(guest.actor, filter));
      const codes = await guest.subscribe([...refused, ...grantsOf(guest.actor).subscribe]);
      expect(codes.filter((code) => code === 0)).toHaveLength(grantsOf(guest.actor).subscribe.length);
    }
    await sayEverywhere('wide');
    for (const guest of guests) await guest.unsubscribe(grantsOf(guest.actor).subscribe);
  });
});

it('keeps retained messages from whoever may not hear them', { timeout: LONG_MS }, async () => {
  const topics = TOPICS.filter((topic) => !topic.startsWith('$'));
  for (const topic of topics)
    await test.broker.publish({ topic, payload: Buffer.from('retained'), qos: 1, retain: true });
  for (const guest of guests) {
    const { subscribe } = grantsOf(guest.actor);
    await guest.subscribe([...FILTERS.filter((filter) => !maySubscribe(guest.actor, filter)), ...subscribe]);
    const expected = topics.filter((topic) => mayHear(guest.actor, topic)).sort();
    const heard: { topic: string }[] = [];
    await expect
      .poll(async () => {
        heard.push(...(await guest.received()).filter(({ payload }) => payload === 'retained'));
        return heard.length;
      })
      .toBeGreaterThanOrEqual(expected.length);
    expect(heard.map(({ topic }) => topic).sort(), guest.actor.name).toEqual(expected);
    cells += topics.length;
  }
  for (const topic of topics)
    await test.broker.publish({ topic, payload: Buffer.alloc(0), qos: 1, retain: true });
});
it('takes last wills on topics that may be published to only', { timeout: LONG_MS }, async () => {
  // One of each kind and owner is enough here: it is the same question as for publishing.
  const topics = TOPICS.filter((topic, i) => topic.includes('lastwill') || i % 9 === 0);
  for (const actor of ACTORS.slice(0, 8)) {
    const claims = claimsOf(actor);
    const token = test.token(claims);
    const wills = await Promise.all(
      topics.map(async (topic, i) => {
        const cell = `will ${actor.name} ${i}`;
        const raw = await openRaw(test.url);
        raw.connect(token, mqttClientId(claims, `will-${i}`), {
          will: { topic, payload: Buffer.from(payloadOf(actor, cell)), qos: 1, retain: false },
        });
        const { reasonCode } = await raw.next('connack');
        raw.socket.terminate();
        return { topic, cell, reasonCode };
      }),
    );
    const wrong = wills.filter(
      ({ topic, reasonCode }) => reasonCode !== (mayPublish(actor, topic) ? 0 : NOT_AUTHORIZED),
    );
    expect(wrong, actor.name).toEqual([]);
    const allowed = wills.filter(({ topic }) => mayPublish(actor, topic));
    await expect.poll(() => allowed.every(({ cell }) => wentOut.has(cell))).toBe(true);
    expect([...wentOut.keys()].filter((cell) => cell.startsWith(`will ${actor.name} `))).toHaveLength(
      allowed.length,
    );
    cells += wills.length;
  }
});

describe('a forged response topic', () => {
  const S = 'acme/one';
  const self = { tenant: 'acme', site: 'one', clientId: 'ann-pc', userId: 'ann', authType: 'user' as const };
  const FORGED = [
    `${S}/tutors/tom/v1/backchannel`,
    `${S}/tutors/mia/v1/backchannel`,
    'acme/two/tutors/tina/v1/backchannel',
    'rival/one/tutors/tina/v1/backchannel',
    `${S}/groups/maths/feedback`,
    `${S}/tutors/tina/v1/backchannel/ann-pc`,
    `${S}/live-rooms/maths-room`,
    '',
  ];
  const action = JSON.stringify({ id: 'a', action: 'ping', timeSent: 1 });
  const demand = JSON.stringify({ 'demand-type': 'info', frequency: 0, TTL: 60_000 });

  it('is not answered by a device, whose broker would let it', () => {
    const base = `${S}/tutors/tina/v1/groups/maths`;
    const read = (leaf: string, payload: string, responseTopic: string | undefined) =>
      readMessage(
        {
          topic: `${base}/${leaf}`,
          payload: Buffer.from(payload),
          retain: false,
          responseTopic,
          text: () => payload,
        } as Parameters<typeof readMessage>[0],
        self as Parameters<typeof readMessage>[1],
      );
    const refused = { name: 'dropped', reason: 'response-topic' };
    for (const responseTopic of FORGED) {
      expect(read('actions', action, responseTopic), responseTopic).toEqual(refused);
      if (responseTopic !== `${S}/groups/maths/feedback`)
        expect(read('demands', demand, responseTopic), responseTopic).toEqual(refused);
      cells += 2;
    }
    const own = `${S}/tutors/tina/v1/backchannel`;
    expect(read('actions', action, own)).toMatchObject({ name: 'action', responseTopic: own });
    expect(read('demands', demand, `${S}/groups/maths/feedback`)).toMatchObject({ name: 'demand' });
  });

  it('with a wildcard ends the connection of who sent it', async () => {
    const claims = claimsOf(ACTORS[0] as Actor);
    const raw = await openRaw(test.url);
    raw.connect(test.token(claims), mqttClientId(claims, 'forger'));
    await raw.next('connack');
    raw.send({
      cmd: 'publish',
      topic: `${S}/tutors/tina/v1/groups/maths/actions`,
      payload: action,
      qos: 0,
      dup: false,
      retain: false,
      properties: { responseTopic: `${S}/tutors/+/v1/backchannel` },
    });
    await raw.closed;
    cells += 1;
  });
});
