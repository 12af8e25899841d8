import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoomHistoryEntry } from '#protocol/room.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';
import { createRoomFeed } from './room-feed.ts';

const said = (id: string): RoomHistoryEntry => ({ id, message: `says ${id}`, userId: 'u1', sentTime: 1 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const { worker, take, answers, deps } = createFakeLiveWorker();
  let isAttached = true;
  const feed = createRoomFeed({
    ask: async (call) => (isAttached ? call(worker, 'tab') : undefined),
    newId: deps.newId,
  });
  return {
    feed,
    take,
    answers,
    flush: () => vi.advanceTimersByTimeAsync(0),
    setAttached(next: boolean) {
      isAttached = next;
    },
  };
}

test('a room that is joined twice is joined once, and left with its last member', async () => {
  const { feed, take, flush } = setUp();
  const [first, second] = [feed.join('r1'), feed.join('r1')];
  first.leave();
  first.leave();
  await flush();
  expect(take()).toEqual(['joinRoom tab r1']);
  second.leave();
  const third = feed.join('r1');
  await flush();
  expect(take()).toEqual([]);
  third.leave();
  await flush();
  expect(take()).toEqual(['leaveRoom tab r1']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is said comes in order, once, to those who are in the room', () => {
  const { feed } = setUp();
  const room = feed.join('r1');
  let told = 0;
  const stop = room.subscribe(() => {
    told += 1;
  });
  const status: RoomHistoryEntry = { userId: 'u1', action: 'connected' };
  feed.apply([
    { roomId: 'r1', entries: [status, said('1')] },
    { roomId: 'r2', entries: [said('x')] },
  ]);
  feed.apply([{ roomId: 'r1', entries: [said('1'), said('2')] }]);
  const entries = room.entries();
  feed.apply([{ roomId: 'r1', entries: [said('2')] }]);
  expect(room.entries()).toBe(entries);
  expect(entries).toEqual([status, said('1'), said('2')]);
  expect(told).toBe(2);
  stop();
  feed.apply([{ roomId: 'r1', entries: [said('3')] }]);
  expect(told).toBe(2);
});

test('a long conversation keeps its newest thousand entries', () => {
  const { feed } = setUp();
  const room = feed.join('r1');
  for (let i = 0; i < 1_100; i += 1) feed.apply([{ roomId: 'r1', entries: [said(`${i}`)] }]);
  expect(room.entries()).toHaveLength(1_000);
  expect(room.entries().at(-1)).toEqual(said('1099'));
});

test.each([true, false])('saying something answers whether it was said: %s', async (isSaid) => {
  const { feed, take, answers } = setUp();
  answers.sendToRoom = async () => isSaid;
  const room = feed.join('r1');
  take();
  expect(await room.say('hello')).toBe(isSaid);
  expect(take()).toEqual(['sendToRoom tab r1 {"id":"tab1","message":"hello"}']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a new worker is told of rooms and of what is not said yet, by the same id', async () => {
  const { feed, take, answers, setAttached } = setUp();
  setAttached(false);
  const room = feed.join('r1');
  const saying = room.say('hello');
  setAttached(true);
  answers.sendToRoom = async () => true;
  feed.restate();
  expect(take()).toEqual(['joinRoom tab r1', 'sendToRoom tab r1 {"id":"tab1","message":"hello"}']);
  expect(await saying).toBe(true);
  feed.restate();
  expect(take()).toEqual(['joinRoom tab r1']);
});

test('without a worker it is not said, and the promise says so', async () => {
  const { feed, setAttached } = setUp();
  setAttached(false);
  const saying = feed.join('r1').say('hello');
  await vi.advanceTimersByTimeAsync(65_000);
  expect(await saying).toBe(false);
});

test('rooms are listened to without being in them, and a new worker is told', async () => {
  const { feed, take } = setUp();
  feed.listenTo(['r1', 'r2']);
  feed.listenTo(['r1', 'r2']);
  expect(take()).toEqual(['listenToRooms tab ["r1","r2"]']);
  const heard: string[] = [];
  const stop = feed.onSaid(({ roomId, entries }) => heard.push(`${roomId} ${entries.length}`));
  feed.apply([{ roomId: 'r1', entries: [said('1')] }]);
  stop();
  feed.apply([{ roomId: 'r1', entries: [said('2')] }]);
  expect(heard).toEqual(['r1 1']);
  feed.restate();
  expect(take()).toEqual(['listenToRooms tab ["r1","r2"]']);
});
