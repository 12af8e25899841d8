import { describe, expect, test } from 'vitest';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import { createFakeBroker, fakeToken } from '../fakes/fake-broker.ts';
import { session, setUpLink, willOf } from '../fakes/link-fixture.ts';
import { createBrokerLink } from './broker-link.ts';

describe('connecting', () => {
  test('presents the token, the client identifier and the last will, with a clean start', async () => {
    const { link, broker, states, clock } = setUpLink();
    link.start(session);
    await settlePromises();
    const will = willOf(clock.now());
    expect(broker.opened).toMatchObject([
      { clientId: 'tutor:demo:riverside:t1:i1', clean: true, will, url: 'ws://broker/mqtt' },
    ]);
    expect(states.map((s) => s.name)).toEqual(['connecting', 'connected']);
  });

  test('has a last will of its own each time, later than the one before, also within the same millisecond', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await settlePromises();
    link.renew(fakeToken(clock.now() + 1_000_000));
    await settlePromises();
    await clock.advance(500);
    broker.lose({ keepSession: true });
    while (broker.opened.length < 3) await clock.advance(10);
    expect(broker.opened[0]?.will).toEqual(willOf(1_000_000));
    expect(broker.opened[1]?.will).toEqual(willOf(1_000_001));
    expect(broker.opened[2]?.will).toEqual(willOf(link.since()));
    expect(link.since()).toBeGreaterThanOrEqual(1_000_500);
  });

  test('sends subscriptions before it tells that it is connected', async () => {
    const { link, broker, connected } = setUpLink();
    link.subscribe('a/#', 0);
    link.start(session);
    await settlePromises();
    expect([...broker.filters]).toEqual(['a/#']);
    expect(connected).toEqual([{ resumed: false, renewed: false }]);
  });

  test('a broker that does not answer within 5 s is a time-out that names the address', async () => {
    const { link, broker, clock } = setUpLink();
    broker.answer = 'silent';
    link.start(session);
    await clock.advance(4_999);
    expect(link.state().name).toBe('connecting');
    await clock.advance(1);
    expect(link.state()).toEqual({
      name: 'reconnecting',
      attempt: 1,
      code: 'broker-timeout',
      message: 'Connection timeout to URL ws://broker/mqtt',
      everConnected: false,
    });
  });

  test('a token that no tab brings within 5 s is a time-out as well', async () => {
    const clock = createFakeClock();
    const broker = createFakeBroker();
    const link = createBrokerLink({
      clock,
      random: () => 0,
      instance: 'i1',
      openTransport: broker.open,
      token: () => new Promise(() => {}),
      expiresAt: () => 0,
      log: () => {},
    });
    link.start(session, { onState() {}, onMessage() {}, onRoundTrip() {}, onConnected() {} });
    await clock.advance(5_000);
    expect(link.state()).toMatchObject({ name: 'reconnecting', code: 'broker-timeout' });
    expect(broker.opened).toEqual([]);
  });

  test('tells a refusal from silence', async () => {
    const { link, broker, clock } = setUpLink();
    broker.answer = 'refuse';
    link.start(session);
    await settlePromises();
    expect(link.state()).toMatchObject({ code: 'broker-refused', message: 'Not authorized' });
    broker.answer = 'unreachable';
    await clock.advance(1_000);
    expect(link.state()).toMatchObject({ code: 'broker-silent', message: 'Broker does not respond' });
  });
});

describe('reconnecting', () => {
  test('waits longer each time, never over 3 s, and asks the tabs for a token each time', async () => {
    const { link, broker, clock, asked } = setUpLink();
    broker.answer = 'unreachable';
    link.start(session);
    await clock.advance(60_000);
    expect(link.state()).toMatchObject({ name: 'reconnecting' });
    const attempts = broker.opened.length;
    // 0.125 + 0.25 + 0.5 + 1 s, then each 1.5 s (half of 3 s, as the random number is 0).
    expect(attempts).toBeGreaterThan(40);
    expect(attempts).toBeLessThan(46);
    expect(asked.slice(0, 3)).toEqual([false, true, true]);
  });

  test('resumes the session without asking for its subscriptions again', async () => {
    const { link, broker, clock, connected } = setUpLink();
    link.subscribe('a/#', 0);
    link.start(session);
    await settlePromises();
    broker.filters.clear();
    broker.lose({ keepSession: true });
    expect(link.state()).toMatchObject({ name: 'reconnecting', everConnected: true });
    await clock.advance(5_000);
    expect(broker.opened[1]).toMatchObject({ clean: false, clientId: 'tutor:demo:riverside:t1:i1' });
    expect(connected).toEqual([
      { resumed: false, renewed: false },
      { resumed: true, renewed: false },
    ]);
    expect([...broker.filters]).toEqual([]);
  });

  test('subscribes again when the broker lost the session', async () => {
    const { link, broker, clock, connected } = setUpLink();
    link.subscribe('a/#', 0);
    link.start(session);
    await settlePromises();
    broker.filters.clear();
    broker.lose({ keepSession: false });
    await clock.advance(5_000);
    expect(connected.map(({ resumed }) => resumed)).toEqual([false, false]);
    expect([...broker.filters]).toEqual(['a/#']);
  });

  test('a subscription given up while away is given up at the broker on return', async () => {
    const { link, broker, clock } = setUpLink();
    link.subscribe('a/#', 0);
    link.start(session);
    await settlePromises();
    broker.lose({ keepSession: true });
    link.unsubscribe('a/#');
    expect([...broker.filters]).toEqual(['a/#']);
    await clock.advance(5_000);
    expect([...broker.filters]).toEqual([]);
  });

  test('what is published while away is answered unsent', async () => {
    const { link } = setUpLink();
    expect(await link.publish('x', 'y', { qos: 1 })).toBe('unsent');
  });
});

describe('closing', () => {
  test('publishes the last will itself, then disconnects without keeping the session', async () => {
    const { link, broker, states } = setUpLink();
    link.start(session);
    await settlePromises();
    await link.close();
    expect(broker.take()).toMatchObject([willOf(link.since())]);
    expect(broker.ended).toEqual([{ keepSession: false }]);
    expect(states.at(-1)).toEqual({ name: 'disconnecting' });
  });

  test('a broker that does not take the last will is left without a word', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await settlePromises();
    broker.isMute = true;
    const closed = link.close();
    await clock.advance(1_000);
    await closed;
    expect(broker.dropped).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  test.each(['silent', 'unreachable'] as const)('leaves no timer behind while %s', async (answer) => {
    const { link, broker, clock } = setUpLink();
    broker.answer = answer;
    link.start(session);
    await settlePromises();
    await link.close();
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
    expect(broker.opened).toHaveLength(1);
  });

  test('while a tab still owes the token stays closed, and leaves no timer', async () => {
    const clock = createFakeClock();
    const states: string[] = [];
    const link = createBrokerLink({
      clock,
      random: () => 0,
      instance: 'i1',
      openTransport: createFakeBroker().open,
      token: () => new Promise(() => {}),
      expiresAt: () => 0,
      log: () => {},
    });
    link.start(session, {
      onState: ({ name }) => states.push(name),
      onMessage() {},
      onRoundTrip() {},
      onConnected() {},
    });
    await settlePromises();
    await link.close();
    await clock.advance(60_000);
    expect(states).toEqual(['connecting', 'disconnecting']);
    expect(clock.pending()).toBe(0);
  });

  test('can be started again, with a clean start', async () => {
    const { link, broker } = setUpLink();
    link.start(session);
    await settlePromises();
    await link.close();
    link.start(session);
    await settlePromises();
    expect(broker.opened[1]).toMatchObject({ clean: true });
    expect(link.state().name).toBe('connected');
  });
});
