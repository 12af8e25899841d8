import { expect, test } from 'vitest';
import { recipient, setUpActions } from '../fakes/live-actions.ts';

async function setUp() {
  const fixture = setUpActions();
  const tab = fixture.openTab('a');
  await fixture.clock.advance(200);
  fixture.broker.take();
  const ping = (...clientIds: string[]) =>
    fixture.act('ping', { audience: { clients: clientIds.map(recipient) } });
  return { ...fixture, tab, ping };
}

test('a ping without an answer is said again after 1, 3 and 5 s, with the same id', async () => {
  const { ping, sent, clock } = await setUp();
  ping('c1');
  const times: number[] = [];
  for (let s = 0; s < 60; s += 1) {
    for (const { body } of sent()) {
      expect(body).toMatchObject({ id: 'a1', action: 'ping' });
      times.push(s);
    }
    await clock.advance(1_000);
  }
  expect(times).toEqual([0, 1, 4, 9]);
});

test('one that is answered is not said again', async () => {
  const { ping, sent, answer, state, tab, clock } = await setUp();
  ping('c1', 'c2');
  sent();
  answer('c1', { action: 'ping', at: 7 });
  await clock.advance(1_000);
  expect(sent().map(({ topic }) => topic)).toEqual(['users/u-c2/clients/c2/actions']);
  answer('c2', { action: 'ping', at: 8 });
  await clock.advance(20_000);
  expect(sent()).toEqual([]);
  expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed, ended');
});

test('after 15 s the device is unreachable, and nothing goes on', async () => {
  const { ping, state, tab, clock } = await setUp();
  const running = clock.pending();
  ping('c1');
  await clock.advance(14_900);
  expect(state(tab)).toBe('sent, c1 waiting');
  await clock.advance(200);
  expect(state(tab)).toBe('sent, c1 silent, ended');
  await clock.advance(60_000);
  expect(clock.pending()).toBe(running);
});

test.each([0, 10_000])(
  'the same 15 s hold while the own connection is away, %i ms of them',
  async (awayMs) => {
    const { ping, state, tab, clock, broker } = await setUp();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    const running = clock.pending();
    ping('c1');
    await clock.advance(awayMs);
    if (awayMs > 0) broker.answer = 'accept';
    await clock.advance(14_900 - awayMs);
    expect(state(tab)).not.toContain('ended');
    await clock.advance(200);
    expect(state(tab)).toContain('ended');
    broker.answer = 'accept';
    await clock.advance(60_000);
    expect(clock.pending()).toBeLessThanOrEqual(running + 1);
  },
);

test('a runner that does not answer within 15 s is none', async () => {
  const { act, sent, state, tab, clock } = await setUp();
  act('ping', { audience: { runners: true } });
  await clock.advance(15_100);
  expect(sent()).toHaveLength(4);
  expect(state(tab)).toBe('sent, ended');
});

test('retries that fall into an outage come once when it is over, if at all', async () => {
  const { ping, sent, clock, broker } = await setUp();
  ping('c1');
  sent();
  broker.answer = 'unreachable';
  broker.lose({ keepSession: true });
  await clock.advance(10_000);
  broker.answer = 'accept';
  await clock.advance(4_500);
  expect(sent()).toHaveLength(1);
  await clock.advance(60_000);
  expect(sent()).toEqual([]);
});
