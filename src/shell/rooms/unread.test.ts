import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUnread } from './unread.ts';

const said = (sentTime: number, tutorId = 'other') => ({
  id: `m${sentTime}`,
  message: 'x',
  tutorId,
  sentTime,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const kept = new Map<string, string>();
  let writes = 0;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      writes += 1;
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  const tabs: ((event: MessageEvent) => void)[] = [];
  const open = () => {
    const own: ((event: MessageEvent) => void)[] = [];
    const channel = {
      postMessage: (data: unknown) => {
        for (const tell of tabs) if (!own.includes(tell)) tell({ data } as MessageEvent);
      },
      addEventListener: (_: string, tell: unknown) => {
        own.push(tell as (event: MessageEvent) => void);
        tabs.push(tell as (event: MessageEvent) => void);
      },
      close: () => {},
    };
    return createUnread({
      key: 'k',
      selfId: 'me',
      storage: () => storage,
      channel: channel as BroadcastChannel,
    });
  };
  return { open, writes: () => writes, kept };
}

test('a room counts what others say, each message once, until it is opened', () => {
  const unread = setUp().open();
  unread.heard('r', [said(1), { userId: 'u', action: 'connected' }, said(2)]);
  unread.heard('r', [said(2), said(3, 'me')]);
  expect(unread.counts.get()).toEqual({ r: 2 });
  const close = unread.open('r');
  expect(unread.counts.get()).toEqual({ r: 0 });
  unread.heard('r', [said(4)]);
  expect([unread.counts.get(), unread.seenUpTo('r')]).toEqual([{ r: 0 }, 4]);
  close();
  unread.heard('r', [said(5)]);
  expect([unread.counts.get(), unread.seenUpTo('r')]).toEqual([{ r: 1 }, 4]);
});

test('what is seen in one tab is seen in the others at once', () => {
  const { open } = setUp();
  const [one, two] = [open(), open()];
  for (const tab of [one, two]) tab.heard('r', [said(1), said(2)]);
  one.open('r');
  expect(two.counts.get()).toEqual({ r: 0 });
  two.heard('r', [said(3)]);
  expect(two.counts.get()).toEqual({ r: 1 });
});

test('it is kept for a reload, and written every five seconds at most', () => {
  const { open, writes } = setUp();
  const unread = open();
  for (let at = 1; at <= 100; at += 1) {
    unread.heard('r', [said(at)]);
    vi.advanceTimersByTime(100);
  }
  expect(writes()).toBeLessThanOrEqual(3);
  unread.stop();
  const again = open();
  expect(again.counts.get()).toEqual({ r: 100 });
  again.heard('r', [said(100), said(101)]);
  expect(again.counts.get()).toEqual({ r: 101 });
  again.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('what came while nobody was here is read, and rooms that are gone are forgotten', async () => {
  const { open, kept } = setUp();
  kept.set('k', '{}');
  const unread = open();
  unread.heard('old', [said(1)]);
  unread.heard('r', [said(1)]);
  const asked: [string, number][] = [];
  await unread.follow(
    [
      { id: 'r', lastSentTime: 3 },
      { id: 'quiet', lastSentTime: null },
    ],
    async (roomId, afterMs) => {
      asked.push([roomId, afterMs]);
      return [said(3), said(2)];
    },
  );
  expect(asked).toEqual([['r', 1]]);
  expect(unread.counts.get()).toEqual({ r: 3 });
});

test('on the first visit what was said before is no news; a room that comes later is', async () => {
  const unread = setUp().open();
  const read = async () => [said(7)];
  await unread.follow([{ id: 'r', lastSentTime: 3 }], read);
  expect(unread.counts.get()).toEqual({ r: 0 });
  await unread.follow(
    [
      { id: 'r', lastSentTime: 3 },
      { id: 'new', lastSentTime: 7 },
    ],
    read,
  );
  expect(unread.counts.get()).toEqual({ r: 0, new: 1 });
});

test('what stands in the storage and is no state is not read', () => {
  const { open, kept } = setUp();
  for (const text of ['{"r":{"seen":"x"}}', 'no json', '[1]', 'null']) {
    kept.set('k', text);
    expect(open().counts.get()).toEqual({});
  }
});
