import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActiveUsers } from './active-users.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';

const CLIENT = { authType: 'user', type: 'extension' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const { worker, take } = createFakeLiveWorker();
  const users = createActiveUsers({ ask: async (call) => call(worker, 'tab') });
  return { users, take, flush: () => vi.advanceTimersByTimeAsync(0) };
}

test('is asked for while somebody wants to know, and closing and opening at once is no interruption', async () => {
  const { users, take, flush } = setUp();
  users.subscribe(() => {})();
  const stops = [users.subscribe(() => {}), users.subscribe(() => {})];
  await flush();
  expect(take()).toEqual(['watchActiveUsers tab']);
  for (const stop of stops) stop();
  await flush();
  expect(take()).toEqual(['unwatchActiveUsers tab']);
});

test('changes are merged by person, and who has no client any more is gone', () => {
  const { users } = setUp();
  let told = 0;
  users.subscribe(() => {
    told += 1;
  });
  users.apply([
    { userId: 'u1', clients: [{ clientId: 'a', deviceId: 'd1', ...CLIENT }] },
    { userId: 'u2', clients: [{ clientId: 'b', ...CLIENT }] },
  ]);
  users.apply([{ userId: 'u1', clients: [] }]);
  expect([...users.get()]).toEqual([['u2', [{ clientId: 'b', ...CLIENT }]]]);
  expect(told).toBe(2);
});

test('a new worker is asked again, and tells of everybody', () => {
  const { users, take } = setUp();
  users.subscribe(() => {});
  users.apply([{ userId: 'u1', clients: [{ clientId: 'a', ...CLIENT }] }]);
  take();
  users.restate();
  expect(take()).toEqual(['watchActiveUsers tab']);
  expect(users.get().size).toBe(0);
});

test('nothing is kept when nobody wants to know', async () => {
  const { users, take, flush } = setUp();
  const stop = users.subscribe(() => {});
  users.apply([{ userId: 'u1', clients: [{ clientId: 'a', ...CLIENT }] }]);
  stop();
  await flush();
  users.apply([{ userId: 'u1', clients: [{ clientId: 'a', ...CLIENT }] }]);
  expect(users.get().size).toBe(0);
  take();
  users.restate();
  expect(take()).toEqual([]);
});
