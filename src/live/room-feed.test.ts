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
  first();
  first();
  await flush();
  expect(take()).toEqual(['joinRoom tab r1']);
  second();
  const third = feed.join('r1');
  await flush();
  expect(take()).toEqual([]);
  third();
  await flush();
  expect(take()).toEqual(['leaveRoom tab r1']);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([true, false])('saying something answers whether it was said: %s', async (isSaid) => {
  const { feed, take, answers } = setUp();
  answers.sendToRoom = async () => isSaid;
  expect(await feed.say('r1', 'hello')).toBe(isSaid);
  expect(take()).toEqual(['sendToRoom tab r1 {"id":"tab1","message":"hello"}']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a new worker is told of rooms and of what is not said yet, by the same id', async () => {
  const { feed, take, answers, setAttached } = setUp();
  setAttached(false);
  feed.join('r1');
  const saying = feed.say('r1', 'hello');
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
  const saying = feed.say('r1', 'hello');
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
