import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoomMessage } from '#protocol/room.ts';
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createTalks } from './talks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (at: number): RoomMessage => ({ id: `m${at}`, message: `${at}`, tutorId: 't', sentTime: at });

function setUp() {
  const asked: string[] = [];
  const listeners = new Set<(change: RoomChange) => void>();
  const talks = createTalks({
    readPage: (roomId) => async () => {
      asked.push(roomId);
      return [said(1)];
    },
    onSaid: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const tell = (roomId: string, message: RoomMessage) => {
    for (const listener of listeners) listener({ roomId, entries: [message] });
  };
  return { talks, asked, listeners, tell };
}
const flush = () => vi.advanceTimersByTimeAsync(0);

test('with the press a room is read once, and what is said until it is drawn is not lost', async () => {
  const { talks, asked, tell } = setUp();
  talks.begin('r1');
  talks.begin('r1');
  tell('r1', said(2));
  tell('r2', said(3));
  const letGo = talks.hold('r1');
  await flush();
  expect(
    talks
      .of('r1')
      .state.get()
      .messages.map(({ id }) => id),
  ).toEqual(['m1', 'm2']);
  expect(asked).toEqual(['r1']);
  letGo();
});

test('a room that is let go is forgotten, but for who holds it again in the same go', async () => {
  const { talks, asked, listeners } = setUp();
  talks.hold('r1')();
  const letGo = talks.hold('r1');
  await flush();
  expect([asked, listeners.size]).toEqual([['r1'], 1]);
  letGo();
  await flush();
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
  talks.hold('r1');
  expect(asked).toEqual(['r1', 'r1']);
});

test('a press that led nowhere is forgotten after a while, and a room that is open is not', async () => {
  const { talks, listeners } = setUp();
  talks.begin('r1');
  talks.begin('r2');
  talks.hold('r2');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(listeners.size).toBe(1);
});
