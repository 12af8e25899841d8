import { describe, expect, test } from 'vitest';
import { setUpTabMailbox } from '../fakes/tab-mailbox-fixture.ts';

const CLIENT = { authType: 'user', type: 'extension' } as const;

describe('batches', () => {
  test('the first of a burst leaves at once, the rest in one message 100 ms later', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.connection({ name: 'connecting', attempt: 1 });
    await clock.advance(0);
    expect(batches).toHaveLength(1);
    mailbox.change('w1', { clientId: 'a' });
    mailbox.change('w1', { clientId: 'b' });
    await clock.advance(99);
    expect(batches).toHaveLength(1);
    await clock.advance(1);
    expect(batches[1]?.watches?.[0]?.changes.map((c) => c.clientId)).toEqual(['a', 'b']);
  });

  test('pictures leave in every second message, the first at once, the newest of each client', async () => {
    const { clock, mailbox, batches, frame, bitmaps } = setUpTabMailbox();
    mailbox.frame(frame('a'));
    await clock.advance(0);
    expect(batches[0]?.frames?.map(({ clientId }) => clientId)).toEqual(['a']);
    mailbox.acknowledge(1);
    mailbox.frame(frame('a'));
    mailbox.change('w1', { clientId: 'b' });
    await clock.advance(100);
    expect(batches[1]?.frames).toBeUndefined();
    mailbox.acknowledge(2);
    const newest = frame('a');
    mailbox.frame(newest);
    await clock.advance(99);
    expect(batches).toHaveLength(2);
    await clock.advance(1);
    expect(batches[2]?.frames).toEqual([newest]);
    expect(bitmaps.openCount()).toBe(2);
  });

  test('nothing is sent while there is nothing to say', async () => {
    const { clock, batches } = setUpTabMailbox();
    await clock.advance(10_000);
    expect(batches).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test('changes of one client are merged', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.change('w1', { clientId: 'a', isOffline: false, lastUpdated: 1 });
    mailbox.change('w1', { clientId: 'a', isOffline: true });
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: [], changes: [{ clientId: 'a', isOffline: true, lastUpdated: 1 }] },
    ]);
  });

  test('a client that left and came back is in both, one that came and left only in the removed', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    mailbox.remove('w1', 'a');
    mailbox.change('w1', { clientId: 'a' });
    mailbox.change('w1', { clientId: 'b' });
    mailbox.remove('w1', 'b');
    await clock.advance(0);
    expect(batches[0]?.watches).toEqual([
      { watchId: 'w1', removed: ['a', 'b'], changes: [{ clientId: 'a' }] },
    ]);
  });

  test('a change is the mailbox’s own: another tab’s does not run into it', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    const change = { clientId: 'a', isOffline: true };
    mailbox.change('w1', change);
    mailbox.change('w1', { clientId: 'a', lastUpdated: 2 });
    await clock.advance(0);
    expect(change).toEqual({ clientId: 'a', isOffline: true });
    expect(batches[0]?.watches?.[0]?.changes).toEqual([{ ...change, lastUpdated: 2 }]);
  });

  test('bitmaps are transferred', async () => {
    const { clock, mailbox, batches, transferred, frame } = setUpTabMailbox();
    mailbox.frame(frame('a'));
    mailbox.frame(frame('b'));
    await clock.advance(0);
    expect(batches[0]?.frames).toHaveLength(2);
    expect(transferred).toEqual([2]);
  });

  test('notifications of one thing are one', async () => {
    const { clock, mailbox, batches } = setUpTabMailbox();
    const change = { resource: 'groups', id: 'g1', change: 'updated' } as const;
    mailbox.notify([{ ...change, at: 1 }]);
    mailbox.notify([{ ...change, at: 2 }]);
    await clock.advance(0);
    expect(batches[0]?.notifications).toEqual([{ ...change, at: 2 }]);
  });
});

test('who is active is told as it is now, one entry a user', async () => {
  const { clock, mailbox, batches } = setUpTabMailbox();
  mailbox.activeUsers([
    { userId: 'u1', clients: [{ clientId: 'c1', ...CLIENT }] },
    { userId: 'u2', clients: [{ clientId: 'c2', ...CLIENT }] },
  ]);
  mailbox.activeUsers([{ userId: 'u1', clients: [] }]);
  await clock.advance(0);
  expect(batches[0]?.activeUsers).toEqual([
    { userId: 'u1', clients: [] },
    { userId: 'u2', clients: [{ clientId: 'c2', ...CLIENT }] },
  ]);
});

test('what comes in rooms is told in order; a tab that sleeps through a long talk gets its newest 500 lines', async () => {
  const { clock, mailbox, batches } = setUpTabMailbox();
  const entry = (sentTime: number) => ({ id: `m${sentTime}`, message: 'Hello', sentTime });
  mailbox.room({ roomId: 'r1', entries: [entry(1)] });
  mailbox.room({ roomId: 'r2', entries: [{ userId: 'u1', action: 'connected' }] });
  mailbox.room({ roomId: 'r1', entries: [entry(2), entry(3)] });
  await clock.advance(0);
  expect(batches[0]?.rooms).toEqual([
    { roomId: 'r1', entries: [1, 2, 3].map(entry) },
    { roomId: 'r2', entries: [{ userId: 'u1', action: 'connected' }] },
  ]);
  for (let i = 0; i < 600; i += 1) mailbox.room({ roomId: 'r1', entries: [entry(i)] });
  await clock.advance(100);
  expect(batches[1]?.rooms?.[0]?.entries).toEqual(Array.from({ length: 500 }, (_, i) => entry(i + 100)));
});

describe('a tab that does not answer', () => {
  test('gets two batches and then nothing more, and the newest picture wins meanwhile', async () => {
    const { clock, mailbox, batches, bitmaps, frame } = setUpTabMailbox();
    for (let i = 0; i < 50; i += 1) {
      mailbox.frame(frame('a'));
      await clock.advance(100);
    }
    expect(batches).toHaveLength(2);
    expect(mailbox.isBlocked()).toBe(true);
    // Two are under way in batches, one waits; the others were closed.
    expect(bitmaps.openCount()).toBe(3);
  });

  test('gets the rest as soon as it answers', async () => {
    const { clock, mailbox, batches, readyCount } = setUpTabMailbox();
    for (let i = 0; i < 3; i += 1) {
      mailbox.change('w1', { clientId: `c${i}` });
      await clock.advance(100);
    }
    expect(batches.map((b) => b.seq)).toEqual([1, 2]);
    mailbox.acknowledge(1);
    expect(readyCount()).toBe(1);
    await clock.advance(0);
    expect(batches.map((b) => b.seq)).toEqual([1, 2, 3]);
  });

  test('cannot answer for batches that were not sent', async () => {
    const { clock, mailbox, readyCount } = setUpTabMailbox();
    for (let i = 0; i < 2; i += 1) {
      mailbox.change('w1', { clientId: 'a' });
      await clock.advance(100);
    }
    mailbox.acknowledge(99);
    expect(mailbox.isBlocked()).toBe(true);
    expect(readyCount()).toBe(0);
  });
});

describe('what is not delivered is closed', () => {
  test('when its client is removed, its watch ends, or it cannot be decoded any more', async () => {
    const { mailbox, bitmaps, frame } = setUpTabMailbox();
    mailbox.frame(frame('a'));
    mailbox.remove('w1', 'a');
    mailbox.frame(frame('b', 'w2'));
    mailbox.forgetWatch('w2');
    mailbox.frame(frame('c'));
    mailbox.undecodable('w1', 'c');
    expect(bitmaps.openCount()).toBe(0);
  });

  test('when the tab has ended, also for frames that come later', () => {
    const { mailbox, bitmaps, frame, clock } = setUpTabMailbox();
    mailbox.frame(frame('a'));
    mailbox.close();
    mailbox.frame(frame('b'));
    expect(bitmaps.openCount()).toBe(0);
    expect(clock.pending()).toBe(0);
  });
});
