import { expect, test, vi } from 'vitest';
import type { RoomMessage } from '#protocol/room.ts';
import { createRoomTalk, TALK_PAGE } from './room-talk.ts';

const said = (at: number): RoomMessage => ({ id: `m${at}`, message: `${at}`, tutorId: 't', sentTime: at });

function setUp(count: number) {
  const world = { count, fails: false, reads: 0 };
  const talk = createRoomTalk(async (before, limit) => {
    world.reads += 1;
    if (world.fails) throw new Error('away');
    const all = Array.from({ length: world.count }, (_, i) => said(i + 1));
    return all
      .filter(({ sentTime }) => !before || sentTime < before.sentTime)
      .slice(-limit)
      .reverse();
  });
  const shown = () => talk.state.get().messages.map(({ sentTime }) => sentTime);
  return { world, talk, shown };
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('is read from the newest back, page by page, to the beginning', async () => {
  const { talk, shown, world } = setUp(120);
  await talk.readNewest();
  expect(shown()).toEqual(range(71, 120));
  await Promise.all([talk.readEarlier(), talk.readEarlier()]);
  expect(shown()).toEqual(range(21, 120));
  await talk.readEarlier();
  expect(shown()).toEqual(range(1, 120));
  expect(talk.state.get().hasEarlier).toBe(false);
  await talk.readEarlier();
  expect(world.reads).toBe(3);
});

test('what comes meanwhile stands once, in the order of the platform', async () => {
  const { talk, shown, world } = setUp(3);
  talk.receive([said(4), said(4)]);
  world.count = 4;
  await talk.readNewest();
  talk.receive([said(6), { userId: 'u', action: 'connected' }]);
  talk.receive([said(5), said(6)]);
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('what is asked for while it is read is read once more: it may be neither in that answer nor heard', async () => {
  const { talk, shown, world } = setUp(3);
  const first = talk.begin();
  void talk.begin();
  world.count = 4;
  void talk.readNewest();
  await first;
  expect([shown(), world.reads]).toEqual([[1, 2, 3, 4], 2]);
  await talk.begin();
  expect(world.reads).toBe(2);
});

test('after a loss what was missed is read; of a long one no gap is shown', async () => {
  const { talk, shown, world } = setUp(60);
  await talk.readNewest();
  world.count = 160;
  await talk.readNewest();
  expect(shown()).toEqual(range(11, 160));
  world.count = 2_000;
  await talk.readNewest();
  expect(shown()).toEqual(range(2_000 - 4 * TALK_PAGE + 1, 2_000));
  await talk.readEarlier();
  expect(shown()[0]).toBe(2_000 - 5 * TALK_PAGE + 1);
});

test('a page that cannot be read says so, and can be asked for again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { talk, shown, world } = setUp(60);
  world.fails = true;
  await talk.readNewest();
  expect(talk.state.get().reading).toBe('failed');
  world.fails = false;
  await talk.readEarlier();
  world.fails = true;
  await talk.readEarlier();
  expect([talk.state.get().reading, shown().length]).toEqual(['failed', 50]);
  world.fails = false;
  await talk.readEarlier();
  expect(shown()).toEqual(range(1, 60));
});
