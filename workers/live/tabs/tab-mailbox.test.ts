import { describe, expect, test } from 'vitest';
import { setUpOutbox } from '../fakes/tab-mailbox-fixture.ts';

describe('batches', () => {
  test('the first of a burst leaves at once, the rest in one message 100 ms later', async () => {
    const { clock, outbox, batches } = setUpOutbox();
    outbox.connection({ name: 'connecting', attempt: 1 });
    await clock.advance(0);
    expect(batches).toHaveLength(1);
    outbox.change('w1', { clientId: 'a' });
    outbox.change('w1', { clientId: 'b' });
    await clock.advance(99);
    expect(batches).toHaveLength(1);
    await clock.advance(1);
    expect(batches[1]?.watches?.[0]?.changes.map((c) => c.clientId)).toEqual(['a', 'b']);
  });

  test('pictures leave in every second message, the first at once, the newest of each client', async () => {
    const { clock, outbox, batches, frame, bitmaps } = setUpOutbox();
    outbox.frame(frame('a'));
    await clock.advance(0);
    expect(batches[0]?.frames?.map(({ clientId }) => clientId)).toEqual(['a']);
    outbox.acknowledge(1);
    outbox.frame(frame('a'));
    outbox.change('w1', { clientId: 'b' });
    await clock.advance(100);
    expect(batches[1]?.frames).toBeUndefined();
    outbox.acknowledge(2);
    const newest = frame('a');
    outbox.frame(newest);
    await clock.advance(99);
    expect(batches).toHaveLength(2);
    await clock.advance(1);
    expect(batches[2]?.frames).toEqual([newest]);
    expect(bitmaps.openCount()).toBe(2);
  });

  test('nothing is sent while there is nothing to say', async () => {
    const { clock, batches } = setUpOutbox();
    await clock.advance(10_000);
    expect(batches).toEqual([]);
    expect(clock.running()).toBe(0);
  });

  test('changes of one client are merged', async () => {
    const { clock, outbox, batches } = setUpOutbox();
    outbox.change('w1', { clientId: 'a', isOffline: false, lastUpdated: 1 });
    outbox.change('w1', { clientId: 'a', isOffline: true });
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: [], changes: [{ clientId: 'a', isOffline: true, lastUpdated: 1 }] },
    ]);
  });

  test('a client that left and came back is in both, one that came and left only in the removed', async () => {
    const { clock, outbox, batches } = setUpOutbox();
    outbox.remove('w1', 'a');
    outbox.change('w1', { clientId: 'a' });
    outbox.change('w1', { clientId: 'b' });
    outbox.remove('w1', 'b');
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: ['a', 'b'], changes: [{ clientId: 'a' }] },
    ]);
  });

  test('a change is the outbox’s own: another tab’s does not run into it', async () => {
    const { clock, outbox, batches } = setUpOutbox();
    const change = { clientId: 'a', isOffline: true };
    outbox.change('w1', change);
    outbox.change('w1', { clientId: 'a', lastUpdated: 2 });
    await clock.advance(0);
    expect(change).toEqual({ clientId: 'a', isOffline: true });
    expect(batches[0]?.watches?.[0]?.changes).toEqual([{ ...change, lastUpdated: 2 }]);
  });

  test('bitmaps are transferred', async () => {
    const { clock, outbox, batches, transferred, frame } = setUpOutbox();
    outbox.frame(frame('a'));
    outbox.frame(frame('b'));
    await clock.advance(0);
    expect(batches[0]?.frames).toHaveLength(2);
    expect(transferred).toEqual([2]);
  });

  test('notifications of one thing are one', async () => {
    const { clock, outbox, batches } = setUpOutbox();
    const change = { resource: 'groups', id: 'g1', change: 'updated' } as const;
    outbox.notify([{ ...change, at: 1 }]);
    outbox.notify([{ ...change, at: 2 }]);
    await clock.advance(0);
    expect(batches[0]?.notifications).toEqual([{ ...change, at: 2 }]);
  });
});

test('who is active is told as it is now, one entry a user', async () => {
  const { clock, outbox, batches } = setUpOutbox();
  outbox.activeUsers([
    { userId: 'u1', clients: [{ clientId: 'c1' }] },
    { userId: 'u2', clients: [{ clientId: 'c2' }] },
  ]);
  outbox.activeUsers([{ userId: 'u1', clients: [] }]);
  await clock.advance(0);
  expect(batches[0]?.activeUsers).toEqual([
    { userId: 'u1', clients: [] },
    { userId: 'u2', clients: [{ clientId: 'c2' }] },
  ]);
});

test('what comes in rooms is told in order; a tab that sleeps through a long talk gets its newest 500 lines', async () => {
  const { clock, outbox, batches } = setUpOutbox();
  const entry = (sentTime: number) => ({ id: `m${sentTime}`, message: 'Hello', sentTime });
  outbox.room({ roomId: 'r1', entries: [entry(1)] });
  outbox.room({ roomId: 'r2', entries: [{ userId: 'u1', action: 'connected' }] });
  outbox.room({ roomId: 'r1', entries: [entry(2), entry(3)] });
  await clock.advance(0);
  expect(batches[0]?.rooms).toEqual([
    { roomId: 'r1', entries: [1, 2, 3].map(entry) },
    { roomId: 'r2', entries: [{ userId: 'u1', action: 'connected' }] },
  ]);
  for (let i = 0; i < 600; i += 1) outbox.room({ roomId: 'r1', entries: [entry(i)] });
  await clock.advance(100);
  expect(batches[1]?.rooms?.[0]?.entries).toEqual(Array.from({ length: 500 }, (_, i) => entry(i + 100)));
});

describe('a tab that does not answer', () => {
  test('gets two batches and then nothing more, and the newest picture wins meanwhile', async () => {
    const { clock, outbox, batches, bitmaps, frame } = setUpOutbox();
    for (let i = 0; i < 50; i += 1) {
      outbox.frame(frame('a'));
      await clock.advance(100);
    }
    expect(batches).toHaveLength(2);
    expect(outbox.isBlocked()).toBe(true);
    // Two are under way in batches, one waits; the others were closed.
    expect(bitmaps.openCount()).toBe(3);
  });

  test('gets the rest as soon as it answers', async () => {
    const { clock, outbox, batches, readyCount } = setUpOutbox();
    for (let i = 0; i < 3; i += 1) {
      outbox.change('w1', { clientId: `c${i}` });
      await clock.advance(100);
    }
    expect(batches.map((b) => b.seq)).toEqual([1, 2]);
    outbox.acknowledge(1);
    expect(readyCount()).toBe(1);
    await clock.advance(0);
    expect(batches.map((b) => b.seq)).toEqual([1, 2, 3]);
  });

  test('cannot answer for batches that were not sent', async () => {
    const { clock, outbox, readyCount } = setUpOutbox();
    for (let i = 0; i < 2; i += 1) {
      outbox.change('w1', { clientId: 'a' });
      await clock.advance(100);
    }
    outbox.acknowledge(99);
    expect(outbox.isBlocked()).toBe(true);
    expect(readyCount()).toBe(0);
  });
});

describe('what is not delivered is closed', () => {
  test('when its client is removed, its watch ends, or it cannot be decoded any more', async () => {
    const { outbox, bitmaps, frame } = setUpOutbox();
    outbox.frame(frame('a'));
    outbox.remove('w1', 'a');
    outbox.frame(frame('b', 'w2'));
    outbox.forgetWatch('w2');
    outbox.frame(frame('c'));
    outbox.undecodable('w1', 'c');
    expect(bitmaps.openCount()).toBe(0);
  });

  test('when the tab has ended, also for frames that come later', () => {
    const { outbox, bitmaps, frame, clock } = setUpOutbox();
    outbox.frame(frame('a'));
    outbox.close();
    outbox.frame(frame('b'));
    expect(bitmaps.openCount()).toBe(0);
    expect(clock.running()).toBe(0);
  });
});
