import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { fakeToken } from '../fakes/fake-broker.ts';
import { session, setUpLink } from '../fakes/link-fixture.ts';

describe('tokens', () => {
  test('a newer token reconnects at once and keeps the session, without showing it', async () => {
    const { link, broker, clock, states, setToken, connected } = setUpLink();
    link.start(session);
    await settlePromises();
    const newer = fakeToken(clock.now() + 1_800_000);
    setToken(newer);
    link.renew(newer);
    await settlePromises();
    expect(broker.ended).toEqual([{ keepSession: true }]);
    expect(broker.opened[1]).toMatchObject({ token: newer, clean: false });
    expect(connected.at(-1)).toEqual({ resumed: true, renewed: true });
    expect(states.map((s) => s.name)).toEqual(['connecting', 'connected']);
  });

  test('an older token changes nothing', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await settlePromises();
    link.renew(fakeToken(clock.now() + 1_000));
    await settlePromises();
    expect(broker.opened).toHaveLength(1);
  });

  test('asks for a token itself before the one in use expires', async () => {
    const { link, broker, clock, setToken } = setUpLink();
    link.start(session);
    await settlePromises();
    setToken(fakeToken(clock.now() + 1_800_000));
    await clock.advance(900_000 - 45_000 - 1);
    expect(broker.opened).toHaveLength(1);
    await clock.advance(1);
    expect(broker.opened).toHaveLength(2);
    expect(link.state().name).toBe('connected');
  });

  test('a tab that has no newer one yet is asked again, and the connection stands meanwhile', async () => {
    const { link, broker, clock, asked, setToken } = setUpLink();
    link.start(session);
    await clock.advance(900_000 - 45_000 + 12_000);
    expect(asked).toEqual([false, true, true, true]);
    expect(broker.opened).toHaveLength(1);
    setToken(fakeToken(clock.now() + 900_000));
    await clock.advance(5_000);
    expect(broker.opened).toHaveLength(2);
  });

  test('a broker that closes because the token has expired is no error: a new one is fetched at once', async () => {
    const { link, broker, clock, states, setToken, asked, logged, connected } = setUpLink();
    link.start(session);
    await clock.advance(900_000);
    const fresh = fakeToken(clock.now() + 900_000);
    setToken(fresh);
    asked.length = 0;
    broker.lose({ keepSession: true, code: 0xa0 });
    await settlePromises();
    expect(asked).toEqual([true]);
    expect(broker.opened.at(-1)).toMatchObject({ token: fresh, clean: false });
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'connected']);
    expect(connected.at(-1)).toEqual({ resumed: true, renewed: true });
    expect(logged).toEqual([]);
  });

  test('one that does so again and again is waited for', async () => {
    const { link, broker, clock } = setUpLink();
    link.start(session);
    await settlePromises();
    broker.lose({ keepSession: true, code: 0xa0, reason: 'Maximum connect time' });
    await settlePromises();
    expect(link.state()).toMatchObject({ name: 'reconnecting', message: 'Maximum connect time' });
    await clock.advance(5_000);
    expect(broker.opened).toHaveLength(2);
  });

  test('a token that expired while the broker was away is not presented: tabs are asked for a fresh one', async () => {
    const { link, broker, clock, asked, setToken } = setUpLink();
    link.start(session);
    await settlePromises();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: false });
    await clock.advance(1_000_000);
    const fresh = fakeToken(clock.now() + 900_000);
    setToken(fresh);
    broker.answer = 'accept';
    asked.length = 0;
    await clock.advance(3_000);
    expect(asked).toEqual([true]);
    expect(broker.opened.at(-1)?.token).toBe(fresh);
    expect(link.state().name).toBe('connected');
  });

  test('a token that was refused is named until another one is taken', async () => {
    const { link, broker, clock, rejections, setToken } = setUpLink();
    broker.answer = 'refuse';
    const first = fakeToken(clock.now() + 500_000);
    setToken(first);
    link.start(session);
    await settlePromises();
    broker.answer = 'unreachable';
    await clock.advance(1_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(rejections.slice(0, 2)).toEqual([undefined, first]);
    expect(new Set(rejections.slice(1))).toEqual(new Set([first]));
    broker.lose({ keepSession: true });
    await clock.advance(1_000);
    expect(rejections.at(-1)).toBeUndefined();
  });

  test('one that is refused in the midst of a connection is named as well', async () => {
    const { link, broker, clock, rejections, setToken } = setUpLink();
    const token = fakeToken(clock.now() + 500_000);
    setToken(token);
    link.start(session);
    await settlePromises();
    broker.lose({ keepSession: true, code: 0x87, reason: 'Not authorized' });
    await clock.advance(1_000);
    expect(rejections).toEqual([undefined, token]);
  });

  test('on a clock that is fast it is renewed by its life', async () => {
    const { link, broker, clock, asked, setToken } = setUpLink({ aheadMs: 870_000 });
    setToken(fakeToken(clock.now() + 30_000));
    link.start(session);
    await clock.advance(900_000 - 45_000 - 1);
    expect(asked).toEqual([false]);
    setToken(fakeToken(clock.now() + 75_000));
    await clock.advance(1);
    expect(broker.opened).toHaveLength(2);
  });

  test('without any token it says so and keeps trying', async () => {
    const { link, clock, setToken, broker } = setUpLink();
    const token = fakeToken(clock.now() + 900_000);
    setToken(undefined);
    link.start(session);
    await settlePromises();
    expect(link.state()).toMatchObject({ code: 'broker-refused', message: 'No access token' });
    setToken(token);
    link.renew(token);
    await settlePromises();
    expect(broker.connected()).toBe(true);
  });
});
