import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionNote } from '#store/people/connection-note.ts';
import { createConnectionNotes } from './connection-notes.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const stored: (readonly ConnectionNote[])[] = [];
  const world = { fails: false };
  const notes = createConnectionNotes({
    async store(some) {
      if (world.fails) throw new Error('database away');
      stored.push(some);
    },
    failed: () => {},
    now: () => Date.now(),
  });
  return { notes, world, take: () => stored.splice(0) };
}

const connection = (clientId: string, { kind = 'device' as const, address = '10.0.0.1' } = {}) =>
  ({
    claims: { tenant: 'demo', site: 's', kind, sub: `sub-${clientId}`, clientId },
    address,
  }) as unknown as Parameters<ReturnType<typeof createConnectionNotes>['opened']>[0];

test('a class that comes at once is one call, a row for each', async () => {
  const { notes, take } = setUp();
  for (let i = 0; i < 1_000; i += 1) notes.opened(connection(`c${i}`));
  await vi.advanceTimersByTimeAsync(1_000);
  const calls = take();
  expect(calls.map(({ length }) => length)).toEqual([1_000]);
  expect(calls[0]?.[0]).toEqual({
    tenant: 'demo',
    kind: 'device',
    id: 'c0',
    connectedAt: 1_000_000,
    ended: null,
  });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['left', true, undefined],
  ['lost', false, undefined],
  ['token-expired', false, 'token-expired'],
  ['session-ended', true, 'session-ended'],
] as const)('tells why a connection ended: %s', async (why, sentDisconnect, ending) => {
  const { notes, take } = setUp();
  const one = connection('c1');
  notes.opened(one);
  if (ending) notes.ending(one, ending);
  notes.closed(one, sentDisconnect);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take()).toMatchObject([[{ id: 'c1', ended: { at: 1_000_000, why } }]]);
});

test('one that took the place of an open one is noted, and the end of that one ends nothing', async () => {
  const { notes, take } = setUp();
  const first = connection('c1');
  notes.opened(first);
  notes.opened(connection('c1', { address: '10.0.0.9' }));
  notes.closed(first, false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take()).toMatchObject([[{ ended: null, replaced: { at: 1_000_000, isElsewhere: true } }]]);
});

test('of two that are open the end of the last one counts, with the time at which it began', async () => {
  const { notes, take } = setUp();
  const first = connection('c1');
  const second = connection('c1');
  notes.opened(first);
  vi.setSystemTime(1_000_500);
  notes.opened(second);
  notes.closed(second, true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take()).toMatchObject([[{ ended: null }]]);
  notes.closed(first, true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take()).toMatchObject([[{ ended: { why: 'left', since: 1_000_500 } }]]);
});

test('what closes while the platform stops has ended with it', async () => {
  const { notes, take } = setUp();
  const one = connection('c1');
  notes.opened(one);
  notes.stop();
  notes.closed(one, false);
  await notes.close();
  expect(take()).toMatchObject([[{ ended: { why: 'platform' } }]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what the store did not take comes again, with what is newer', async () => {
  const { notes, world, take } = setUp();
  const one = connection('c1');
  world.fails = true;
  notes.opened(one);
  await vi.advanceTimersByTimeAsync(1_000);
  notes.closed(one, true);
  world.fails = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(take()).toMatchObject([[{ id: 'c1', connectedAt: 1_000_000, ended: { why: 'left' } }]]);
});

test('refusals of devices are noted; of tutors nothing is', async () => {
  const { notes, take } = setUp();
  notes.refused(connection('c1').claims, 'session-ended');
  notes.refused(connection('t1', { kind: 'tutor' as never }).claims, 'not-allowed');
  notes.opened(connection('t1', { kind: 'tutor' as never }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(take()).toMatchObject([[{ id: 'c1', refused: { at: 1_000_000, why: 'session-ended' } }]]);
});
