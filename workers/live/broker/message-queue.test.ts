import { describe, expect, test } from 'vitest';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import { createMessageQueue, type Fate } from './message-queue.ts';
import type { Outcome, PublishOptions, Transport } from './mqtt-transport.ts';

function setUp() {
  const clock = createFakeClock();
  const attempts: { topic: string; at: number; options: PublishOptions }[] = [];
  const answers: ((outcome: Outcome) => void)[] = [];
  const told: string[] = [];
  const link = { outcome: 'sent' as Outcome | 'none' };
  const { connected, ...rest } = createMessageQueue({ clock });
  const transport: Pick<Transport, 'publish'> = {
    publish(topic, _payload, options) {
      attempts.push({ topic, at: clock.now(), options });
      const { outcome } = link;
      return outcome === 'none' ? new Promise((answer) => answers.push(answer)) : Promise.resolve(outcome);
    },
  };
  const queue = { ...rest, connected: (how: { renewed: boolean }) => connected(transport, how) };
  const add = (topic: string, ttlMs = 60_000) =>
    queue.add(
      { topic, payload: '{}', options: { correlation: topic }, expiresAt: clock.now() + ttlMs },
      {
        onWaiting: () => told.push(`${topic} waiting`),
        onFate: (fate: Fate) => told.push(`${topic} ${fate}`),
      },
    );
  const topics = () => attempts.splice(0).map(({ topic }) => topic);
  return { clock, queue, link, attempts, answers, told, add, topics };
}

describe('while connected', () => {
  test('a message leaves at once, with what is left of its time as expiry', async () => {
    const { clock, queue, attempts, add, told } = setUp();
    queue.connected({ renewed: false });
    await clock.advance(5_000);
    add('a', 59_200);
    expect(attempts).toMatchObject([
      { topic: 'a', options: { qos: 1, expirySeconds: 60, correlation: 'a' } },
    ]);
    await settlePromises();
    expect(told).toEqual(['a sent']);
    expect(clock.pending()).toBe(0);
  });

  test('one after the other leaves at once', async () => {
    const { queue, add, topics } = setUp();
    queue.connected({ renewed: false });
    for (const topic of ['a', 'b', 'c']) {
      add(topic);
      expect(topics()).toEqual([topic]);
      await settlePromises();
    }
  });

  test('a refusal is final', async () => {
    const { clock, queue, link, add, told, topics } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'refused';
    add('a');
    await clock.advance(120_000);
    expect(told).toEqual(['a refused']);
    expect(topics()).toEqual(['a']);
  });

  test('what the connection did not take although it stands is tried every second', async () => {
    const { clock, queue, link, add, topics, told } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'unsent';
    add('a');
    await clock.advance(2_000);
    expect(topics()).toEqual(['a', 'a', 'a']);
    link.outcome = 'sent';
    await clock.advance(1_000);
    expect(told.at(-1)).toBe('a sent');
    expect(clock.pending()).toBe(0);
  });
});

describe('while away', () => {
  test('messages wait and leave in their order 1 s after connecting', async () => {
    const { clock, queue, add, topics, told } = setUp();
    add('a');
    add('b');
    expect(told).toEqual(['a waiting', 'b waiting']);
    queue.connected({ renewed: false });
    await clock.advance(999);
    expect(topics()).toEqual([]);
    add('c');
    await clock.advance(1);
    expect(topics()).toEqual(['a', 'b', 'c']);
    expect(told.slice(3)).toEqual(['a sent', 'b sent', 'c sent']);
  });

  test('with nothing waiting, the second after connecting is no reason to wait', () => {
    const { queue, add, topics } = setUp();
    queue.connected({ renewed: false });
    add('a');
    expect(topics()).toEqual(['a']);
  });

  test('what waits longer than its time has expired, unsent', async () => {
    const { clock, queue, add, topics, told } = setUp();
    add('a', 10_000);
    await clock.advance(9_999);
    expect(told).toEqual(['a waiting']);
    await clock.advance(1);
    expect(told).toEqual(['a waiting', 'a expired']);
    queue.connected({ renewed: false });
    await clock.advance(5_000);
    expect(topics()).toEqual([]);
    expect(queue.size()).toBe(0);
  });

  test('what was asked too long ago expires at once', () => {
    const { add, told } = setUp();
    add('a', 0);
    expect(told).toEqual(['a expired']);
  });

  test('a cancelled one is not sent, and lets the next one pass', async () => {
    const { clock, queue, add, topics } = setUp();
    const cancel = add('a');
    queue.connected({ renewed: false });
    cancel();
    cancel();
    add('b');
    expect(topics()).toEqual(['b']);
    await clock.advance(5_000);
    expect(topics()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});

describe('a connection lost before the acknowledgement', () => {
  test('the message is sent again, with less time left', async () => {
    const { clock, queue, link, add, attempts, answers, told } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'none';
    add('a');
    await clock.advance(20_000);
    queue.disconnected();
    answers[0]?.('unsent');
    await settlePromises();
    expect(told).toEqual(['a waiting']);
    link.outcome = 'sent';
    await clock.advance(9_000);
    queue.connected({ renewed: false });
    await clock.advance(1_000);
    expect(attempts.map(({ options }) => options.expirySeconds)).toEqual([60, 30]);
    expect(told).toEqual(['a waiting', 'a sent']);
  });

  test('after the renewal of a token it is sent again at once', async () => {
    const { queue, link, add, topics, answers, told } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'none';
    add('a');
    answers[0]?.('unsent');
    await settlePromises();
    link.outcome = 'sent';
    queue.connected({ renewed: true });
    await settlePromises();
    expect(topics()).toEqual(['a', 'a']);
    expect(told).toEqual(['a waiting', 'a sent']);
  });

  test('one whose time ends meanwhile is what the broker says of it', async () => {
    const { clock, queue, link, add, answers, told } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'none';
    add('late', 5_000);
    add('lost', 5_000);
    await clock.advance(6_000);
    expect(told).toEqual([]);
    answers[0]?.('sent');
    answers[1]?.('unsent');
    await settlePromises();
    expect(told).toEqual(['late sent', 'lost expired']);
    expect(queue.size()).toBe(0);
  });

  test('a cancelled one is not repeated', async () => {
    const { clock, queue, link, add, answers, topics } = setUp();
    queue.connected({ renewed: false });
    link.outcome = 'none';
    const cancel = add('a');
    cancel();
    answers[0]?.('unsent');
    await clock.advance(10_000);
    expect(topics()).toEqual(['a']);
    expect(queue.size()).toBe(0);
  });
});

test('a thousand messages of every fate leave neither timers nor memory', async () => {
  const { clock, queue, link, add } = setUp();
  for (let i = 0; i < 1_000; i += 1) {
    link.outcome = i % 3 === 0 ? 'unsent' : 'sent';
    if (i % 50 === 0) queue.disconnected();
    if (i % 70 === 0) queue.connected({ renewed: i % 140 === 0 });
    const cancel = add(`m${i}`, 1 + (i % 7) * 500);
    if (i % 11 === 0) cancel();
    await clock.advance(100);
  }
  link.outcome = 'sent';
  queue.connected({ renewed: false });
  await clock.advance(60_000);
  expect(queue.size()).toBe(0);
  expect(clock.pending()).toBe(0);
});
