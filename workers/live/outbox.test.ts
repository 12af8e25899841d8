import { describe, expect, test } from 'vitest';
import type { Frame, LiveBatch } from '#protocol/live-worker.ts';
import { createFakeBitmaps } from './fakes/fake-bitmap.ts';
import { createFakeClock } from './fakes/fake-clock.ts';
import { createOutbox } from './outbox.ts';

function setUp() {
  const clock = createFakeClock();
  const bitmaps = createFakeBitmaps();
  const batches: LiveBatch[] = [];
  const transferred: number[] = [];
  let ready = 0;
  const outbox = createOutbox({
    clock,
    post(batch, transfer) {
      batches.push(batch);
      transferred.push(transfer.length);
    },
    onReady: () => {
      ready += 1;
    },
  });
  const frame = (clientId: string, watchId = 'w1'): Frame => ({
    watchId,
    clientId,
    display: 'd1',
    bitmap: bitmaps.make(clientId),
    at: 1,
    receivedAt: 2,
  });
  return { clock, outbox, batches, transferred, bitmaps, frame, readyCount: () => ready };
}

describe('batches', () => {
  test('the first of a burst leaves at once, the rest in one message 100 ms later', async () => {
    const { clock, outbox, batches } = setUp();
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

  test('nothing is sent while there is nothing to say', async () => {
    const { clock, batches } = setUp();
    await clock.advance(10_000);
    expect(batches).toEqual([]);
    expect(clock.running()).toBe(0);
  });

  test('changes of one client are merged', async () => {
    const { clock, outbox, batches } = setUp();
    outbox.change('w1', { clientId: 'a', isOffline: false, lastUpdated: 1 });
    outbox.change('w1', { clientId: 'a', isOffline: true });
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: [], changes: [{ clientId: 'a', isOffline: true, lastUpdated: 1 }] },
    ]);
  });

  test('a client that left and came back is in both, one that came and left only in the removed', async () => {
    const { clock, outbox, batches } = setUp();
    outbox.remove('w1', 'a');
    outbox.change('w1', { clientId: 'a' });
    outbox.change('w1', { clientId: 'b' });
    outbox.remove('w1', 'b');
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: ['a', 'b'], changes: [{ clientId: 'a' }] },
    ]);
  });

  test('bitmaps are transferred', async () => {
    const { clock, outbox, batches, transferred, frame } = setUp();
    outbox.frame(frame('a'));
    outbox.frame(frame('b'));
    await clock.advance(0);
    expect(batches[0]?.frames).toHaveLength(2);
    expect(transferred).toEqual([2]);
  });

  test('notifications of one thing are one', async () => {
    const { clock, outbox, batches } = setUp();
    const change = { resource: 'groups', id: 'g1', change: 'updated' } as const;
    outbox.notify([{ ...change, at: 1 }]);
    outbox.notify([{ ...change, at: 2 }]);
    await clock.advance(0);
    expect(batches[0]?.notifications).toEqual([{ ...change, at: 2 }]);
  });
});

describe('a tab that does not answer', () => {
  test('gets two batches and then nothing more, and the newest picture wins meanwhile', async () => {
    const { clock, outbox, batches, bitmaps, frame } = setUp();
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
    const { clock, outbox, batches, readyCount } = setUp();
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
    const { clock, outbox, readyCount } = setUp();
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
    const { outbox, bitmaps, frame } = setUp();
    outbox.frame(frame('a'));
    outbox.remove('w1', 'a');
    outbox.frame(frame('b', 'w2'));
    outbox.forgetWatch('w2');
    outbox.frame(frame('c'));
    outbox.undecodable('w1', 'c');
    expect(bitmaps.openCount()).toBe(0);
  });

  test('when the tab has ended, also for frames that come later', () => {
    const { outbox, bitmaps, frame, clock } = setUp();
    outbox.frame(frame('a'));
    outbox.close();
    outbox.frame(frame('b'));
    expect(bitmaps.openCount()).toBe(0);
    expect(clock.running()).toBe(0);
  });
});
