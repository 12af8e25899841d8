import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, type UnsaidMessage } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(stored: UnsaidMessage[] = []) {
  const attempts: string[] = [];
  const world = { isSent: true };
  let last = 0;
  const outbox = createOutbox({
    async say(message, id) {
      attempts.push(`${id} ${message}`);
      return world.isSent;
    },
    newId: () => {
      last += 1;
      return `id${last}`;
    },
    now: () => 5,
    storage: { read: () => stored, keep: (entries) => stored.splice(0, stored.length, ...entries) },
  });
  return { outbox, attempts, world, kept: stored };
}
const flush = () => vi.advanceTimersByTimeAsync(0);

test('a message stays marked until the platform has said it to the room', async () => {
  const { outbox, attempts, kept: stored } = setUp();
  outbox.setConnected(true);
  outbox.write('Hello');
  await flush();
  expect(outbox.entries.get()).toMatchObject([{ id: 'id1', sending: 'waits' }]);
  outbox.said(['id0', 'id1']);
  expect([outbox.entries.get(), stored, attempts]).toEqual([[], [], ['id1 Hello']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is written without a connection goes out with the next one, by the same id', async () => {
  const { outbox, attempts, world } = setUp();
  world.isSent = false;
  outbox.write('One');
  await flush();
  outbox.write('Two');
  await flush();
  expect(outbox.entries.get().map(({ sending }) => sending)).toEqual(['waits', 'waits']);
  world.isSent = true;
  outbox.setConnected(true);
  await flush();
  expect(attempts).toEqual(['id1 One', 'id2 Two', 'id1 One', 'id2 Two']);
});

test('a message whose word was lost with the connection is sent again', async () => {
  const { outbox, attempts } = setUp();
  outbox.setConnected(true);
  outbox.write('Hello');
  await flush();
  outbox.setConnected(false);
  outbox.setConnected(true);
  await flush();
  expect(attempts).toEqual(['id1 Hello', 'id1 Hello']);
});

test('what the platform does not take is called so, and is sent again or thrown away', async () => {
  const { outbox, attempts } = setUp();
  outbox.setConnected(true);
  outbox.write('Hello');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(outbox.entries.get()).toMatchObject([{ sending: 'failed' }]);
  outbox.again('id1');
  await flush();
  expect(attempts).toHaveLength(2);
  outbox.discard('id1');
  expect(outbox.entries.get()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a reload keeps what was not said', async () => {
  const { outbox, attempts } = setUp([{ id: 'x', message: 'Kept', writtenAt: 1, sending: 'waits' }]);
  outbox.setConnected(true);
  await flush();
  expect(attempts).toEqual(['x Kept']);
  outbox.setConnected(false);
  expect(vi.getTimerCount()).toBe(0);
});
