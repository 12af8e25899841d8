/** What is said to a group holds for the class: who comes later is told, tutors see it, and it ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { pingOf, type Received, subscribe } from './broker-client.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { createOrderShelf } from './broker-order-shelf.ts';

const OF_GROUP = 'acme/one/groups/maths/orders';
const START = 1_790_000_000_000;
const HOUR = 3_600_000;

type Listed = { orders: { id: string; except?: string[] }[] };
const listIn = ({ payload }: Received) => (JSON.parse(payload.toString()) as Listed).orders;
const idsIn = (message: Received) => listIn(message).map(({ id }) => id);
const said = (id: string, action: string, parameters: object = {}) =>
  JSON.stringify({ id, action, parameters, timeSent: 1 });

let test: TestBroker;
let shelf: ReturnType<typeof createOrderShelf>;
let now: number;

async function start() {
  test = await startBroker({ orderLookMs: 20 }, { orders: shelf.store, clock: () => now });
  test.directory.groups.set('tina', new Set(['maths'])).set('tom', new Set(['maths']));
  test.directory.users.set('tina', new Set(['user-of-pc']));
  test.directory.clients.set('tina', new Set(['pc']));
  test.directory.clientGroups.set('pc', ['maths']).set('late', ['maths']).set('other', ['chess']);
}
beforeEach(async () => {
  now = START;
  shelf = createOrderShelf();
  await start();
});
afterEach(() => test.stop());

const claimsUntil = { iat: START / 1000, exp: START / 1000 + 24 * 3_600 };

async function device(clientId: string) {
  const { client, inbox } = await test.connect(deviceClaims(clientId, claimsUntil));
  await subscribe(client, `acme/one/clients/${clientId}/#`, 1);
  const topic = `acme/one/clients/${clientId}/orders`;
  return { client, next: () => inbox.next((message) => message.topic === topic) };
}
async function tutor(tutorId: string) {
  const { client, inbox } = await test.connect(tutorClaims(tutorId, claimsUntil));
  const toGroup = (...what: Parameters<typeof said>) =>
    client.publishAsync(`acme/one/tutors/${tutorId}/v1/groups/maths/actions`, said(...what), { qos: 1 });
  const toPc = (...what: Parameters<typeof said>) =>
    client.publishAsync(`acme/one/tutors/${tutorId}/v1/users/user-of-pc/clients/pc/actions`, said(...what), {
      qos: 1,
    });
  const looks = () => subscribe(client, OF_GROUP, 1);
  return { client, toGroup, toPc, looks, next: () => inbox.next(({ topic }) => topic === OF_GROUP) };
}
/** Half a minute for each look of the platform, until it is done. */
async function passing(done: () => Promise<void>) {
  const timer = setInterval(() => {
    now += 30_000;
  }, 20);
  await done().finally(() => clearInterval(timer));
}

describe('a lock that is said to the group', () => {
  it('is told to a device that comes later, and to nobody of another group', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock', { content: '<p>Look</p>' });
    const late = await (await device('late')).next();
    expect(late.packet.retain).toBe(true);
    expect(listIn(late)).toEqual([
      { id: 'l1', action: 'lock', parameters: { content: '<p>Look</p>' }, tutorId: 'tina' },
    ]);
    expect(idsIn(await (await device('other')).next())).toEqual([]);
  });

  it('is told to a device that joins the group, and taken back where it leaves', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock');
    const other = await device('other');
    expect(idsIn(await other.next())).toEqual([]);
    test.directory.clientGroups.set('other', ['maths']);
    test.changed();
    expect(idsIn(await other.next())).toEqual(['l1']);
    test.directory.clientGroups.set('other', ['chess']);
    test.changed();
    expect(idsIn(await other.next())).toEqual([]);
  });

  it('is seen by every tutor of the group, with name and time, also by one who comes later', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock');
    const tom = await tutor('tom');
    await tom.looks();
    const order = { id: 'l1', action: 'lock', parameters: {}, tutorId: 'tina', tutorName: 'Tina Marsh' };
    expect(listIn(await tom.next())).toEqual([{ ...order, since: START, except: [] }]);
  });

  it('is lifted by a colleague’s unlock; one who comes then is told of none', async () => {
    const tina = await tutor('tina');
    const tom = await tutor('tom');
    const pc = await device('pc');
    expect(idsIn(await pc.next())).toEqual([]);
    await tina.toGroup('l1', 'lock');
    expect(idsIn(await pc.next())).toEqual(['l1']);
    await tom.toGroup('u1', 'unlock');
    expect(idsIn(await pc.next())).toEqual([]);
    expect(idsIn(await (await device('late')).next())).toEqual([]);
    await tom.looks();
    expect(idsIn(await tom.next())).toEqual([]);
    await vi.waitFor(() => expect(shelf.rows.size).toBe(0));
  });

  it('does not come back when it is said again after its end; nor does its end, after a new one', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock');
    await tina.toGroup('u1', 'unlock');
    await tina.toGroup('l1', 'lock');
    await tina.toPc('l1', 'lock');
    expect(idsIn(await (await device('late')).next())).toEqual([]);
    await tina.toGroup('l2', 'lock');
    await tina.toGroup('u1', 'unlock');
    await tina.toPc('u1', 'unlock');
    await tina.looks();
    expect(listIn(await tina.next())).toMatchObject([{ id: 'l2', except: [] }]);
  });

  it('does not hold where it was held back while a colleague unlocked', async () => {
    const tina = await tutor('tina');
    const tom = await tutor('tom');
    await tina.toGroup('l1', 'lock');
    await tom.toGroup('u1', 'unlock');
    await tina.client.publishAsync('acme/one/tutors/tina/v1/groups/maths/actions', said('l2', 'lock'), {
      ...{ qos: 1, properties: { messageExpiryInterval: 590 } },
    });
    expect(idsIn(await (await device('late')).next())).toEqual([]);
    await tina.toGroup('l3', 'lock');
    expect(idsIn(await (await device('late')).next())).toEqual(['l3']);
  });

  it('has an exception where one device is unlocked, which holds when that one comes again', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('l1', 'lock');
    expect(idsIn(await pc.next())).toEqual(['l1']);
    await tina.toPc('u1', 'unlock');
    expect(idsIn(await pc.next())).toEqual([]);
    await pc.client.endAsync();
    expect(idsIn(await (await device('pc')).next())).toEqual([]);
    expect(idsIn(await (await device('late')).next())).toEqual(['l1']);
    await tina.looks();
    expect(listIn(await tina.next())).toMatchObject([{ id: 'l1', except: ['pc'] }]);
    await tina.toGroup('l2', 'lock');
    expect(listIn(await tina.next())).toMatchObject([{ id: 'l2', except: [] }]);
  });

  it('holds beside muted sound and paused inputs, each of which ends by itself', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock');
    await tina.toGroup('m1', 'mute');
    await tina.toGroup('i1', 'userInputs', { block: true });
    await tina.toGroup('n1', 'notification', { message: 'once' });
    const pc = await device('pc');
    expect(idsIn(await pc.next())).toEqual(['l1', 'm1', 'i1']);
    await tina.toGroup('i2', 'userInputs', { block: false });
    expect(idsIn(await pc.next())).toEqual(['l1', 'm1']);
  });

  it('outlasts the platform', async () => {
    const tina = await tutor('tina');
    await tina.toGroup('l1', 'lock');
    await vi.waitFor(() => expect(shelf.rows.size).toBe(1));
    await test.stop();
    await start();
    expect(idsIn(await (await device('late')).next())).toEqual(['l1']);
    const tom = await tutor('tom');
    await tom.looks();
    expect(listIn(await tom.next())).toMatchObject([{ id: 'l1', tutorName: 'Tina Marsh', since: START }]);
    await tom.toGroup('u1', 'unlock');
    expect(idsIn(await tom.next())).toEqual([]);
  });

  it('is refused to a tutor without the group, and to devices', async () => {
    const eve = await test.connect(tutorClaims('eve'));
    await expect(subscribe(eve.client, OF_GROUP)).resolves.toBe(0x87);
    const topic = 'acme/one/tutors/eve/v1/groups/maths/actions';
    await expect(eve.client.publishAsync(topic, said('l1', 'lock'), { qos: 1 })).rejects.toMatchObject({
      code: 0x87,
    });
    const pc = await device('pc');
    await expect(subscribe(pc.client, OF_GROUP)).resolves.toBe(0x87);
    await expect(pc.client.publishAsync(OF_GROUP, '{"orders":[]}', { qos: 1 })).rejects.toMatchObject({
      code: 0x87,
    });
    expect(idsIn(await pc.next())).toEqual([]);
  });

  it('that cannot be read holds for nobody, and is counted', async () => {
    const tina = await tutor('tina');
    await tina.client.publishAsync('acme/one/tutors/tina/v1/groups/maths/actions', 'lock', { qos: 1 });
    await pingOf(tina.client);
    expect(test.broker.counters().dropped).toMatchObject({ 'action:json': 1 });
  });
});

describe('an order that nobody lifts', () => {
  it('ends when the last console that keeps it has been gone for ten minutes', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('l1', 'lock');
    expect(idsIn(await pc.next())).toEqual(['l1']);
    await tina.client.endAsync();
    await vi.waitFor(() => expect(test.broker.connections()).toHaveLength(1));
    await passing(async () => expect(idsIn(await pc.next())).toEqual([]));
    expect(now - START).toBeGreaterThanOrEqual(10 * 60_000);
    await vi.waitFor(() => expect(shelf.rows.size).toBe(0));
  });

  it('ends after twelve hours, whoever is there', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('l1', 'lock');
    expect(idsIn(await pc.next())).toEqual(['l1']);
    now += 12 * HOUR;
    expect(idsIn(await pc.next())).toEqual([]);
  });
});

describe('a question to the class', () => {
  const QUESTION = { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'] };
  type Result = {
    poll: { finishedAt?: number; respondents: { clientId: string; name?: string; answer?: string }[] };
  };
  const pollIn = (message: Received) => (listIn(message)[0] as unknown as Result | undefined)?.poll;
  /** The results as soon as they are like that. */
  async function resultsLike(
    tutorOf: Awaited<ReturnType<typeof tutor>>,
    isLike: (poll: Result['poll']) => boolean,
  ) {
    for (;;) {
      const poll = pollIn(await tutorOf.next());
      if (poll && isLike(poll)) return poll;
    }
  }
  const answers = (
    client: Awaited<ReturnType<typeof device>>['client'],
    clientId: string,
    answer: string,
    id = 'a1',
  ) =>
    client.publishAsync(
      `acme/one/tutors/tina/v1/backchannel/${clientId}/reply`,
      JSON.stringify({ id, action: 'poll', ok: true, answer, 'feedback-type': 'answered' }),
      { qos: 1 },
    );

  it('shows every tutor the same answers, of those who were asked and of who came later', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await tina.toGroup('a1', 'poll', QUESTION);
    await answers(pc.client, 'pc', 'A');
    const late = await device('late');
    expect(idsIn(await late.next())).toEqual(['a1']);
    await answers(late.client, 'late', 'B');
    await answers(late.client, 'late', 'X', 'another');
    const tom = await tutor('tom');
    await tom.looks();
    const { respondents } = await resultsLike(tom, ({ respondents: all }) => all.every(({ name }) => name));
    expect(respondents).toEqual([
      { clientId: 'pc', name: 'Name of pc', 'feedback-type': 'answered', answer: 'A' },
      { clientId: 'late', name: 'Name of late', 'feedback-type': 'answered', answer: 'B' },
    ]);
    await pc.client.endAsync();
    const again = await (await device('pc')).next();
    expect(listIn(again)).toMatchObject([{ id: 'a1', answer: 'A', parameters: QUESTION }]);
  });

  it('is finished and closed by a colleague; until then the results stay, also over a restart', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    await answers(pc.client, 'pc', 'A');
    const tom = await tutor('tom');
    await tom.looks();
    await resultsLike(tom, ({ respondents }) => respondents[0]?.answer === 'A');
    await tom.toGroup('f1', 'poll', { id: 'p1', finish: true });
    const finished = await resultsLike(tom, ({ finishedAt }) => finishedAt === START);
    expect(finished.respondents).toMatchObject([{ clientId: 'pc', answer: 'A' }]);
    expect(idsIn(await pc.next())).toEqual([]);
    await vi.waitFor(() => expect(shelf.rows.get('maths/poll')?.poll?.finishedAt).toBe(START));
    await test.stop();
    await start();
    const back = await tutor('tina');
    await back.looks();
    await resultsLike(back, ({ finishedAt }) => finishedAt === START);
    await back.toGroup('c1', 'poll', { id: 'p1', finish: true, closed: true });
    expect(idsIn(await back.next())).toEqual([]);
    await back.toGroup('a1', 'poll', QUESTION);
    await pingOf(back.client);
    expect(idsIn(await (await device('late')).next())).toEqual([]);
  });

  it('to some of the class is asked of nobody else, and is kept only for a group that is the tutor’s', async () => {
    const tina = await tutor('tina');
    const pc = await device('pc');
    await pc.next();
    await tina.toPc('a0', 'poll', { ...QUESTION, groupId: 'chess', clients: ['pc', 'other'] });
    await tina.toPc('a1', 'poll', { ...QUESTION, groupId: 'maths', clients: ['pc'] });
    expect(idsIn(await pc.next())).toEqual(['a1']);
    const late = await device('late');
    expect(idsIn(await late.next())).toEqual([]);
    expect(idsIn(await (await device('other')).next())).toEqual([]);
    await answers(late.client, 'late', 'B');
    await tina.looks();
    const poll = pollIn(await tina.next());
    expect(poll?.respondents.map(({ clientId }) => clientId)).toEqual(['pc']);
  });

  it('ends when its tutor says goodbye, but not with one of two browsers', async () => {
    const tina = await tutor('tina');
    const { client: second } = await test.connect(tutorClaims('tina', claimsUntil), { instance: 'second' });
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    const goodbye = 'acme/one/lastwill/tutors/tina';
    await second.publishAsync(goodbye, '{}', { qos: 1 });
    await second.endAsync();
    await vi.waitFor(() => expect(test.broker.connections()).toHaveLength(2));
    const tom = await tutor('tom');
    await tom.looks();
    expect(pollIn(await tom.next())?.finishedAt).toBeUndefined();
    await tina.client.publishAsync(goodbye, '{}', { qos: 1 });
    expect(idsIn(await pc.next())).toEqual([]);
    await resultsLike(tom, ({ finishedAt }) => finishedAt === START);
  });

  it('ends two minutes after its tutor was lost, whoever looks on', async () => {
    const tina = await tutor('tina');
    const tom = await tutor('tom');
    await tom.looks();
    const pc = await device('pc');
    await pc.next();
    await tina.toGroup('a1', 'poll', QUESTION);
    expect(idsIn(await pc.next())).toEqual(['a1']);
    await tina.client.endAsync();
    await vi.waitFor(() => expect(test.broker.connections()).toHaveLength(2));
    await passing(async () => expect(idsIn(await pc.next())).toEqual([]));
    expect(now - START).toBeLessThan(10 * 60_000);
  });
});
