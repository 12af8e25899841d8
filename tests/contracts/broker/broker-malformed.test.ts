/**
 * Thousands of malformed messages and packets against the running broker, from a seed: it lives on, nobody else
 * notices, nothing grows, and every one is counted by reason.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { pingOf, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { createAttack } from './broker-malformed-attack.ts';
import { malformedRound } from './broker-malformed-round.ts';
import { createRandom, doubledProperties } from './broker-malformed-shots.ts';
import { openRaw } from './broker-raw-client.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const LONG_MS = 60_000;
const WATCHED = 'acme/one/groups/maths/feedback';
const ORDERS = 'acme/one/tutors/wanda/v1/groups/maths/actions';
const ROUNDS = [11, 22, 33, 44] as const;
const AT_LEAST = 10_000;

let test: TestBroker;
type Guest = Awaited<ReturnType<TestBroker['connect']>>;
let wanda: Guest;
let witness: Guest;
let attack: ReturnType<typeof createAttack>;

beforeAll(async () => {
  // Each attack counts here, none is to be cut off for being too many.
  const rate = { messagesPerSecond: 1e6, messagesAtOnce: 1e6, bytesPerSecond: 1e9, bytesAtOnce: 1e9 };
  test = await startBroker({ rates: { device: rate, tutor: rate, runner: rate } });
  const { groups, clientGroups, rooms, clientRooms, clients, users } = test.directory;
  groups.set('wanda', new Set(['maths'])).set('mal', new Set(['attic']));
  users.set('mal', new Set());
  clients.set('mal', new Set());
  clientGroups.set('wit-pc', ['maths']).set('mal-pc', ['attic']);
  for (const tutor of ['wanda', 'mal']) rooms.set(tutor, new Set(['lobby']));
  for (const client of ['wit-pc', 'mal-pc']) clientRooms.set(client, new Set(['lobby']));
  test.rooms.known.add('lobby');
  attack = createAttack(test);

  wanda = await test.connect(tutorClaims('wanda'));
  for (const filter of [
    `${WATCHED}/#`,
    'acme/one/tutors/wanda/v1/backchannel/#',
    'acme/one/notifications/v1',
    'acme/one/live-rooms/lobby/#',
    'acme/one/lastwill/#',
  ])
    await subscribe(wanda.client, filter, 1);
  witness = await test.connect(deviceClaims('wit-pc', { userId: 'user-of-wit' }));
  for (const filter of [
    'acme/one/tutors/+/v1/groups/maths/#',
    'acme/one/tutors/+/v1/users/user-of-wit/actions',
    'acme/one/tutors/+/v1/users/user-of-wit/clients/wit-pc/actions',
    'acme/one/clients/wit-pc/#',
    'acme/one/lastwill/tutors/+',
    'acme/one/live-rooms/lobby/#',
  ])
    await subscribe(witness.client, filter, 1);
  await witness.inbox.next();
}, LONG_MS);
afterAll(async () => {
  await test.stop();
  const megabytes = heap.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ');
  console.log(
    `malformed: ${attack.sent()} messages and packets, each counted; heap after each round: ${megabytes} MB`,
  );
});

/** An order down and its answer up, as on any day. */
async function healthyExchange(id: string): Promise<number> {
  const from = performance.now();
  await wanda.client.publishAsync(ORDERS, JSON.stringify({ id }), { qos: 1 });
  expect((await witness.inbox.next()).payload.toString()).toContain(id);
  await witness.client.publishAsync(`${WATCHED}/wit-pc/hello`, id, { qos: 1 });
  expect((await wanda.inbox.next(({ topic }) => topic.startsWith(WATCHED))).payload.toString()).toBe(id);
  return performance.now() - from;
}

const heap: number[] = [];
describe.each(ROUNDS)('round %i', (seed) => {
  const round = malformedRound(() => attack, createRandom(seed));
  it.each(Object.entries(round))('%s', { timeout: LONG_MS }, (_name, run) => run());

  it('leaves the others as they were', { timeout: LONG_MS }, async () => {
    await expect
      .poll(
        () =>
          test.broker
            .connections()
            .map(({ sub }) => sub)
            .sort(),
        { timeout: 5_000 },
      )
      .toEqual(['wanda', 'wit-pc']);
    // A last will of the attackers' own is theirs to publish, whatever it says: its readers look at it.
    const strange = wanda.inbox.messages.filter(
      ({ topic }) => !topic.startsWith('acme/one/lastwill/user/user-of-mal-pc/'),
    );
    expect(strange.map(({ topic }) => topic)).toEqual([]);
    expect(witness.inbox.messages.map(({ topic }) => topic)).toEqual([]);
    expect(test.rooms.entries).toEqual([]);
    expect(await healthyExchange(`after ${seed}`)).toBeLessThan(1_000);
    wanda.inbox.messages.length = 0;
    test.logged.length = 0;
    collectGarbage();
    heap.push(process.memoryUsage().heapUsed);
  });
});

it('has counted each of them, for what was wrong with it and not for what the broker could not do', () => {
  const reasons = attack.reasons();
  expect(reasons.filter((reason) => /: (unavailable|time-out|.*store|undefined|)$/.test(reason))).toEqual([]);
  expect(reasons.length).toBeGreaterThan(30);
  expect(attack.sent()).toBeGreaterThanOrEqual(AT_LEAST);
});

it('keeps nothing of it: the heap is after the last round what it was after the first', () => {
  const [first = 0] = heap;
  const last = heap.at(-1) ?? 0;
  expect((last - first) / 2 ** 20).toBeLessThan(8);
});

it('a packet with doubled properties ends its sender’s connection, not those of its receivers', async () => {
  test.directory.clientGroups.set('bad-pc', ['maths']);
  const claims = deviceClaims('bad-pc');
  const random = createRandom(55);
  for (let i = 0; i < 30; i += 1) {
    const raw = await openRaw(test.url);
    raw.connect(test.token(claims), mqttClientId(claims, 'raw'));
    await raw.next('connack');
    raw.socket.send(doubledProperties(random, `${WATCHED}/bad-pc/info`));
    await raw.closed;
  }
  await pingOf(wanda.client);
  expect(wanda.client.connected).toBe(true);
  expect(wanda.inbox.messages).toEqual([]);
});
