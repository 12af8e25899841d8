import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { targetTopic } from '#protocol/topics.ts';
import { createFixture, group, SCOPE } from '../fakes/device-fixture.ts';
import { createNewestOrders } from './newest-orders.ts';

async function setUp() {
  const fixture = createFixture();
  await fixture.goOnline();
  const topic = targetTopic(SCOPE, 'anna', group(), 'actions');
  return {
    ...fixture,
    /** With *Message expiry*, as consoles send it. */
    act: (action: string, more: { id: string; timeSent: number; expirySeconds: number }) =>
      fixture.deliver(
        topic,
        { id: more.id, action, parameters: {}, timeSent: more.timeSent },
        { expirySeconds: more.expirySeconds },
      ),
  };
}

describe('a device', () => {
  it('does not lock when the lock was asked before the unlock that it has done already', async () => {
    const { act, device, replies } = await setUp();
    await act('unlock', { id: 'u1', timeSent: 2_000, expirySeconds: 60 });
    await act('lock', { id: 'l1', timeSent: 1_000, expirySeconds: 540 });
    expect(device.state().lock).toBeUndefined();
    expect(replies().at(-1)).toEqual({ id: 'l1', action: 'lock', ok: false, code: 'superseded' });
  });

  it('locks when the lock is the newer one, however late its sender’s clock is', async () => {
    const { act, device, clock } = await setUp();
    await act('unlock', { id: 'u1', timeSent: clock.now(), expirySeconds: 60 });
    await clock.advance(10_000);
    await act('lock', { id: 'l1', timeSent: clock.now() - 3_600_000, expirySeconds: 600 });
    expect(device.state().lock).toBeDefined();
  });

  it('goes by the sender’s clock between two of one tutor that are equally old', async () => {
    const { act, device } = await setUp();
    await act('mute', { id: 'm1', timeSent: 5_200, expirySeconds: 60 });
    await act('unmute', { id: 'm2', timeSent: 5_100, expirySeconds: 60 });
    expect(device.state().muted).toBe(true);
  });

  it('does what is new after its own clock was set back by hours', () => {
    let now = 10_000_000;
    const orders = createNewestOrders({ clock: { now: () => now } });
    const order = (action: string) => ({
      tutorId: 't1',
      action: { action, parameters: {}, timeSent: 0 },
      expirySeconds: actionTtlSeconds(action),
    });
    expect(orders.accept(order('lock'))).toBe(true);
    now -= 7_200_000;
    expect(orders.accept(order('unlock'))).toBe(true);
  });
});

describe.each([
  ['an hour ahead', 3_600_000],
  ['a day ahead', 86_400_000],
  ['a year ahead', 31_536_000_000],
  ['an hour behind', -3_600_000],
  ['a day behind', -86_400_000],
  ['a year behind', -31_536_000_000],
])('a device whose clock is %s of the console’s', (_, aheadMs) => {
  it('locks, unlocks and asks what a tutor asks', async () => {
    const fixture = createFixture();
    await fixture.goOnline();
    const { clock, device } = fixture;
    const topic = targetTopic(SCOPE, 'anna', group(), 'actions');
    const act = async (action: 'lock' | 'unlock' | 'poll', parameters: object = {}) => {
      await clock.advance(10_000);
      const timeSent = clock.now() - aheadMs;
      const message = { id: `${action} ${timeSent}`, action, parameters, timeSent };
      await fixture.deliver(topic, message, { expirySeconds: actionTtlSeconds(action) });
    };
    await act('lock');
    expect(device.state().lock).toBeDefined();
    await act('unlock');
    expect(device.state().lock).toBeUndefined();
    await act('lock');
    expect(device.state().lock).toBeDefined();
    await act('poll', { id: 'q1', question: 'Ready?', multiselect: false });
    expect(device.state().poll).toMatchObject({ id: 'q1' });
    await act('poll', { id: 'q1', finish: true });
    expect(device.state().poll).toBeUndefined();
  });
});

it('ends as the newest order wanted, in whatever sequence the orders of two tutors arrive', async () => {
  /** Seconds from the first order to each one's asking, and how long it is held back. */
  const orders = fc.array(
    fc.record({
      gap: fc.integer({ min: 5, max: 50 }),
      delay: fc.integer({ min: 0, max: 59 }),
      locks: fc.boolean(),
      tutor: fc.constantFrom('ann', 'ben'),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(orders, async (asked) => {
      const clock = createFakeClock();
      const newest = createNewestOrders({ clock });
      let at = 0;
      const arriving = asked
        .map(({ gap, delay, locks, tutor }) => {
          at += gap;
          return { askedAt: at, arrivesAt: at + delay, delay, locks, tutor };
        })
        .sort((a, b) => a.arrivesAt - b.arrivesAt);
      let isLocked: boolean | undefined;
      let newestAskedAt = 0;
      let wanted: boolean | undefined;
      let elapsed = 0;
      for (const { askedAt, arrivesAt, delay, locks, tutor } of arriving) {
        await clock.advance((arrivesAt - elapsed) * 1_000);
        elapsed = arrivesAt;
        const action = locks ? 'lock' : 'unlock';
        const isDone = newest.accept({
          tutorId: tutor,
          // The clocks of two tutors have nothing to do with each other.
          action: { action, parameters: {}, timeSent: askedAt * 1_000 + (tutor === 'ben' ? 900_000 : 0) },
          expirySeconds: actionTtlSeconds(action) - delay,
        });
        if (isDone) isLocked = locks;
        if (askedAt > newestAskedAt) {
          newestAskedAt = askedAt;
          wanted = locks;
        }
        expect(isLocked).toBe(wanted);
      }
    }),
    { seed: 12, numRuns: 300 },
  );
});
