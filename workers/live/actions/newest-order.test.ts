import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Audience } from '#protocol/threads/live-action.ts';
import { recipient, setUpActions, setUpActionsInGroup } from '../fakes/live-actions.ts';
import { createSleepyClass } from '../fakes/sleepy-class.ts';

const one = (clientId: string): Audience => ({ clients: [recipient(clientId)] });

describe('the newest of a pair', () => {
  test('takes a lock back that waits for a sleeping device, also once the unlock has expired', async () => {
    const { act, sent, hello, state, tab, batch, clock } = await setUpActionsInGroup('c1');
    act('lock', { id: 'l', audience: one('c1') });
    await clock.advance(5_000);
    act('unlock', { id: 'u', audience: one('c1') });
    await batch();
    expect(state(tab, 'l')).toBe('sent, c1 superseded, ended');
    await clock.advance(120_000);
    expect(state(tab, 'u')).toBe('sent, c1 silent, ended');
    sent();
    hello('c1');
    await clock.advance(0);
    expect(sent()).toEqual([]);
  });

  test('takes a lock back that waits for the connection, for the whole group', async () => {
    const { act, sent, state, tab, clock, broker } = await setUpActionsInGroup('c1', 'c2');
    broker.answer = 'unreachable';
    broker.lose({ keepSession: false });
    act('lock', { id: 'l' });
    await clock.advance(10_000);
    act('unlock', { id: 'u' });
    await clock.advance(100);
    expect(state(tab, 'l')).toBe('superseded, c1 superseded, c2 superseded, ended');
    await clock.advance(120_000);
    expect(state(tab, 'u')).toContain('expired');
    broker.answer = 'accept';
    await clock.advance(10_000);
    expect(sent()).toEqual([]);
  });

  test('for one device leaves the lock to all the others, one message to each', async () => {
    const { act, sent, state, tab, clock, broker } = await setUpActionsInGroup('c1', 'c2', 'c3');
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    act('lock', { id: 'l' });
    act('unlock', { id: 'u', audience: one('c1') });
    await clock.advance(120_000);
    broker.answer = 'accept';
    await clock.advance(10_000);
    expect(sent().map(({ topic, body }) => `${body.action} ${topic}`)).toEqual([
      'lock users/u-c2/clients/c2/actions',
      'lock users/u-c3/clients/c3/actions',
    ]);
    expect(state(tab, 'l')).toBe('sent, c1 superseded, c2 waiting, c3 waiting');
  });

  test('for one device is heeded when the lock of the group is said again in a new session', async () => {
    const { act, sent, answer, clock, broker } = await setUpActionsInGroup('c1', 'c2');
    act('lock', { id: 'l' });
    await clock.advance(1_000);
    act('unlock', { id: 'u', audience: one('c1') });
    answer('c1', { id: 'u', action: 'unlock' });
    sent();
    broker.lose({ keepSession: false });
    await clock.advance(10_000);
    expect(sent().map(({ topic, body }) => `${body.action} ${topic}`)).toEqual([
      'lock users/u-c2/clients/c2/actions',
    ]);
  });

  test('takes back what a lock has under way to a device that came, and the broker has not acknowledged', async () => {
    const { act, sent, hello, clock, broker } = await setUpActionsInGroup('c1', 'c2');
    act('lock', { id: 'l' });
    await clock.advance(1_000);
    broker.isMute = true;
    hello('c1');
    await clock.advance(100);
    act('unlock', { id: 'u', audience: one('c1') });
    sent();
    broker.isMute = false;
    broker.lose({ keepSession: true });
    await clock.advance(10_000);
    expect(sent().map(({ topic, body }) => `${body.action} ${topic}`)).toEqual([
      'unlock users/u-c1/clients/c1/actions',
    ]);
  });

  test('counts by when it was asked, where a tab repeats the older one to a new worker', async () => {
    const { act, sent, state, tab, batch } = await setUpActionsInGroup('c1');
    act('unlock', { id: 'u', ageMs: 1_000 });
    act('lock', { id: 'l', ageMs: 5_000 });
    await batch();
    expect(sent().map(({ body }) => body.action)).toEqual(['unlock']);
    expect(state(tab, 'l')).toBe('superseded, c1 superseded, ended');
  });

  test('is told by a device that has received a newer one of another console', async () => {
    const { act, answer, state, tab, batch } = await setUpActionsInGroup('c1');
    act('lock');
    answer('c1', { ok: false, code: 'superseded' });
    await batch();
    expect(state(tab)).toBe('sent, c1 superseded, ended');
  });

  test('takes nothing of another pair back', async () => {
    const { act, sent, clock, broker } = await setUpActionsInGroup('c1');
    broker.lose({ keepSession: true });
    act('lock', { id: 'l' });
    act('mute', { id: 'm' });
    await clock.advance(5_000);
    expect(sent().map(({ body }) => body.action)).toEqual(['lock', 'mute']);
  });
});

const STUDENTS = ['c1', 'c2', 'c3'] as const;
const student = fc.constantFrom(...STUDENTS);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      action: fc.constantFrom('lock' as const, 'unlock' as const),
      to: fc.option(student),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('nap' as const), who: student, isAwake: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), keepSession: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'back' as const }) },
);

type Order = { id: string; action: string; at: number; to: readonly string[] };

test('whatever falls asleep and whatever is cut off: nothing stale and nothing expired leaves, and at the end each device is as the newest order wants it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), async (steps) => {
      const fixture = setUpActions();
      const { clock, broker, live, act } = fixture;
      const states = new Map<string, string>();
      const orders: Order[] = [];
      const classroom = createSleepyClass(fixture, STUDENTS, (clientId, action) =>
        states.set(clientId, action),
      );
      const stop = classroom.start();
      fixture.openTab('a');
      live.watch('a', 'w1', { of: { groupId: 'g1' }, feeds: ['info', 'statuses'] });
      await clock.advance(6_000);

      const newest = (clientId: string) => orders.findLast(({ to }) => to.includes(clientId));
      function deliver() {
        for (const { topic, id, action } of classroom.deliver()) {
          const order = orders.find((each) => each.id === id);
          const ttlMs = action === 'lock' ? 600_000 : 60_000;
          expect(clock.now() - (order?.at ?? 0)).toBeLessThanOrEqual(ttlMs);
          const heard = STUDENTS.filter(
            (clientId) => topic.includes('/groups/') || topic.includes(`/clients/${clientId}/`),
          );
          for (const clientId of heard) {
            if (newest(clientId)?.id !== id) throw new Error(`${action} ${id} is stale for ${clientId}`);
          }
        }
      }
      async function pass(seconds: number) {
        for (let i = 0; i < seconds; i += 1) {
          await clock.advance(1_000);
          deliver();
        }
      }
      async function order(action: 'lock' | 'unlock', to: string | null) {
        const id = `o${orders.length}`;
        orders.push({ id, action, at: clock.now(), to: to ? [to] : STUDENTS });
        act(action, { id, audience: to ? one(to) : { groupId: 'g1' } });
        await clock.advance(0);
        deliver();
      }

      for (const each of steps) {
        if (each.do === 'order') await order(each.action, each.to);
        if (each.do === 'wait') await pass(each.seconds);
        if (each.do === 'nap') classroom.setAwake(each.who, each.isAwake);
        if (each.do === 'back') broker.answer = 'accept';
        if (each.do === 'lose') {
          broker.answer = 'unreachable';
          broker.lose({ keepSession: each.keepSession });
        }
        await clock.advance(0);
        deliver();
      }
      broker.answer = 'accept';
      for (const clientId of STUDENTS) classroom.setAwake(clientId, true);
      await pass(20);
      await order('lock', null);
      await order('unlock', 'c1');
      await pass(5);
      expect(STUDENTS.map((clientId) => states.get(clientId))).toEqual(['unlock', 'lock', 'lock']);
      stop();
      await live.shutdown();
    }),
    { seed: 40, numRuns: 60 },
  );
});
