import { describe, expect, test } from 'vitest';
import type { ConnectionState } from '#protocol/live-worker.ts';
import { createFakeBroker, fakeToken } from './fakes/fake-broker.ts';
import { createFakeClock, settle } from './fakes/fake-clock.ts';
import { createMqttLink } from './mqtt-link.ts';

const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const will = { topic: 'demo/riverside/lastwill/tutors/t1', payload: '{"source":"i1"}' };

function setUp() {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const states: ConnectionState[] = [];
  const connected: boolean[] = [];
  const asked: boolean[] = [];
  let token: string | undefined = fakeToken(clock.now() + 900_000);
  const link = createMqttLink({
    clock,
    random: () => 0,
    instance: 'i1',
    openTransport: broker.open,
    token: async ({ renew }) => {
      asked.push(renew);
      return token;
    },
    onState: (state) => states.push(state),
    onMessage: () => {},
    onConnected: (resumed) => connected.push(resumed),
    log: () => {},
  });
  const setToken = (next: string | undefined) => {
    token = next;
  };
  return { clock, broker, link, states, connected, asked, setToken };
}

describe('connecting', () => {
  test('presents the token, the client identifier and the last will, with a clean start', async () => {
    const { link, broker, states } = setUp();
    link.start(session);
    await settle();
    expect(broker.opened).toMatchObject([
      { clientId: 'tutor:demo:riverside:t1:i1', clean: true, will, url: 'ws://broker/mqtt' },
    ]);
    expect(states.map((s) => s.name)).toEqual(['connecting', 'connected']);
  });

  test('sends subscriptions before it tells that it is connected', async () => {
    const { link, broker, connected } = setUp();
    link.subscribe('a/#', 0);
    link.start(session);
    await settle();
    expect([...broker.filters]).toEqual(['a/#']);
    expect(connected).toEqual([false]);
  });

  test('a broker that does not answer within 5 s is a time-out that names the address', async () => {
    const { link, broker, clock } = setUp();
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
    const link = createMqttLink({
      clock,
      random: () => 0,
      instance: 'i1',
      openTransport: broker.open,
      token: () => new Promise(() => {}),
      onState: () => {},
      onMessage: () => {},
      onConnected: () => {},
      log: () => {},
    });
    link.start(session);
    await clock.advance(5_000);
    expect(link.state()).toMatchObject({ name: 'reconnecting', code: 'broker-timeout' });
    expect(broker.opened).toEqual([]);
  });

  test('tells a refusal from silence', async () => {
    const { link, broker, clock } = setUp();
    broker.answer = 'refuse';
    link.start(session);
    await settle();
    expect(link.state()).toMatchObject({ code: 'broker-refused', message: 'Not authorized' });
    broker.answer = 'unreachable';
    await clock.advance(1_000);
    expect(link.state()).toMatchObject({ code: 'broker-silent', message: 'Broker does not respond' });
  });
});

describe('reconnecting', () => {
  test('waits longer each time, never over 5 s, and asks the tabs for a token each time', async () => {
    const { link, broker, clock, asked } = setUp();
    broker.answer = 'unreachable';
    link.start(session);
    await clock.advance(60_000);
    expect(link.state()).toMatchObject({ name: 'reconnecting' });
    const attempts = broker.opened.length;
    // 0.125 + 0.25 + 0.5 + 1 + 2 s, then each 2.5 s (half of 5 s, as the random number is 0).
    expect(attempts).toBeGreaterThan(24);
    expect(attempts).toBeLessThan(32);
    expect(asked.slice(0, 3)).toEqual([false, true, true]);
  });

  test('resumes the session without asking for its subscriptions again', async () => {
    const { link, broker, clock, connected } = setUp();
    link.subscribe('a/#', 0);
    link.start(session);
    await settle();
    broker.filters.clear();
    broker.lose({ keepSession: true });
    expect(link.state()).toMatchObject({ name: 'reconnecting', everConnected: true });
    await clock.advance(5_000);
    expect(broker.opened[1]).toMatchObject({ clean: false, clientId: 'tutor:demo:riverside:t1:i1' });
    expect(connected).toEqual([false, true]);
    expect([...broker.filters]).toEqual([]);
  });

  test('subscribes again when the broker lost the session', async () => {
    const { link, broker, clock, connected } = setUp();
    link.subscribe('a/#', 0);
    link.start(session);
    await settle();
    broker.filters.clear();
    broker.lose({ keepSession: false });
    await clock.advance(5_000);
    expect(connected).toEqual([false, false]);
    expect([...broker.filters]).toEqual(['a/#']);
  });

  test('a subscription given up while away is given up at the broker on return', async () => {
    const { link, broker, clock } = setUp();
    link.subscribe('a/#', 0);
    link.start(session);
    await settle();
    broker.lose({ keepSession: true });
    link.unsubscribe('a/#');
    expect([...broker.filters]).toEqual(['a/#']);
    await clock.advance(5_000);
    expect([...broker.filters]).toEqual([]);
  });

  test('what is published while away is answered unsent', async () => {
    const { link } = setUp();
    expect(await link.publish('x', 'y', { qos: 1 })).toBe('unsent');
  });
});

describe('tokens', () => {
  test('a newer token reconnects at once and keeps the session, without showing it', async () => {
    const { link, broker, clock, states, setToken } = setUp();
    link.start(session);
    await settle();
    const newer = fakeToken(clock.now() + 1_800_000);
    setToken(newer);
    link.renew(newer);
    await settle();
    expect(broker.ended).toEqual([{ keepSession: true }]);
    expect(broker.opened[1]).toMatchObject({ token: newer, clean: false });
    expect(states.map((s) => s.name)).toEqual(['connecting', 'connected']);
  });

  test('an older token changes nothing', async () => {
    const { link, broker, clock } = setUp();
    link.start(session);
    await settle();
    link.renew(fakeToken(clock.now() + 1_000));
    await settle();
    expect(broker.opened).toHaveLength(1);
  });

  test('asks for a token itself before the one in use expires', async () => {
    const { link, broker, clock, setToken } = setUp();
    link.start(session);
    await settle();
    setToken(fakeToken(clock.now() + 1_800_000));
    await clock.advance(900_000 - 45_000 - 1);
    expect(broker.opened).toHaveLength(1);
    await clock.advance(1);
    expect(broker.opened).toHaveLength(2);
    expect(link.state().name).toBe('connected');
  });

  test('without any token it says so and keeps trying', async () => {
    const { link, clock, setToken, broker } = setUp();
    const token = fakeToken(clock.now() + 900_000);
    setToken(undefined);
    link.start(session);
    await settle();
    expect(link.state()).toMatchObject({ code: 'broker-refused', message: 'No access token' });
    setToken(token);
    link.renew(token);
    await settle();
    expect(broker.connected()).toBe(true);
  });
});

describe('closing', () => {
  test('publishes the last will itself, then disconnects without keeping the session', async () => {
    const { link, broker, states } = setUp();
    link.start(session);
    await settle();
    await link.close();
    expect(broker.take()).toMatchObject([will]);
    expect(broker.ended).toEqual([{ keepSession: false }]);
    expect(states.at(-1)).toEqual({ name: 'disconnecting' });
  });

  test.each(['silent', 'unreachable'] as const)('leaves no timer behind while %s', async (answer) => {
    const { link, broker, clock } = setUp();
    broker.answer = answer;
    link.start(session);
    await settle();
    await link.close();
    await clock.advance(60_000);
    expect(clock.running()).toBe(0);
    expect(broker.opened).toHaveLength(1);
  });

  test('while a tab still owes the token stays closed, and leaves no timer', async () => {
    const clock = createFakeClock();
    const states: string[] = [];
    const link = createMqttLink({
      clock,
      random: () => 0,
      instance: 'i1',
      openTransport: createFakeBroker().open,
      token: () => new Promise(() => {}),
      onState: ({ name }) => states.push(name),
      onMessage: () => {},
      onConnected: () => {},
      log: () => {},
    });
    link.start(session);
    await settle();
    await link.close();
    await clock.advance(60_000);
    expect(states).toEqual(['connecting', 'disconnecting']);
    expect(clock.running()).toBe(0);
  });

  test('can be started again, with a clean start', async () => {
    const { link, broker } = setUp();
    link.start(session);
    await settle();
    await link.close();
    link.start(session);
    await settle();
    expect(broker.opened[1]).toMatchObject({ clean: true });
    expect(link.state().name).toBe('connected');
  });
});
