import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { session, setUpLink } from '../fakes/link-fixture.ts';

describe('what the user is told of a lost connection', () => {
  test.each([
    [{}, 'broker-silent', 'Broker does not respond'],
    [{ detail: 'read ECONNRESET' }, 'broker-silent', 'Broker does not respond'],
    [{ code: 0x8b, reason: 'Server shutting down' }, 'broker-silent', 'Server shutting down'],
    [{ code: 0x87, reason: 'Not authorized' }, 'broker-refused', 'Not authorized'],
  ])('%j', async (loss, code, message) => {
    const { link, broker, logged } = setUpLink();
    link.start(session);
    await settlePromises();
    broker.lose({ keepSession: true, ...loss });
    expect(link.state()).toMatchObject({ name: 'reconnecting', code, message });
    expect(logged.at(-1)).toContain(message);
    expect(logged).toHaveLength('detail' in loss ? 2 : 1);
  });
});

describe('a network that swallows everything', () => {
  test('is noticed within 10 s, and what was published in it is unsent', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await clock.advance(60_000);
    expect(link.state().name).toBe('connected');
    broker.blackHole({ keepSession: true });
    const outcome = link.publish('x', 'y', { qos: 1 });
    await clock.advance(10_000);
    expect(broker.dropped).toBe(1);
    expect(await outcome).toBe('unsent');
    await clock.advance(1_000);
    expect(link.state().name).toBe('connected');
    expect(broker.opened).toHaveLength(2);
  });

  test('a broker that answers pings, and nothing else, is there', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await clock.advance(600_000);
    expect(broker.opened).toHaveLength(1);
    expect(broker.pings).toBeGreaterThan(100);
    expect(broker.dropped).toBe(0);
  });

  test('an attempt that hangs takes 5 s, and the next begins at once', async () => {
    const { link, broker, clock } = setUpLink();
    broker.answer = 'silent';
    link.start(session);
    await clock.advance(60_000);
    expect(broker.opened.length).toBeGreaterThan(10);
    broker.answer = 'accept';
    await clock.advance(5_250);
    expect(link.state().name).toBe('connected');
  });
});

describe('a reason to hurry', () => {
  test('ends the waiting', async () => {
    const { link, broker, clock, asked } = setUpLink();
    broker.answer = 'unreachable';
    link.start(session);
    await clock.advance(60_000);
    broker.answer = 'accept';
    link.hurry();
    await settlePromises();
    expect(link.state().name).toBe('connected');
    expect(asked.at(-1)).toBe(true);
    await clock.advance(10_000);
    expect(broker.connected()).toBe(true);
  });

  test('begins a hanging attempt anew, not one that has just begun', async () => {
    const { link, broker, clock } = setUpLink();
    broker.answer = 'silent';
    link.start(session);
    await clock.advance(900);
    link.hurry();
    await settlePromises();
    expect(broker.opened).toHaveLength(1);
    await clock.advance(200);
    broker.answer = 'accept';
    link.hurry();
    await settlePromises();
    expect(link.state().name).toBe('connected');
    expect(broker.opened).toHaveLength(2);
    await clock.advance(60_000);
    expect(broker.opened).toHaveLength(2);
  });

  test('makes sure of a connection that stands: without an answer it is given up in 3 s', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await clock.advance(1_000);
    link.hurry();
    await clock.advance(20_000);
    expect(broker.dropped).toBe(0);
    broker.blackHole({ keepSession: true });
    link.hurry();
    await clock.advance(3_000);
    expect(broker.dropped).toBe(1);
  });
});
