import { expect, test } from 'vitest';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import { createSessionLocks } from './session-locks.ts';

/** As much of Web Locks as is used here. */
function createManager() {
  const held = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  async function request(name: string, ...rest: unknown[]) {
    const run = rest.at(-1) as (lock: object | null) => Promise<unknown>;
    const options = (rest.length > 1 ? rest[0] : {}) as { mode?: string; ifAvailable?: boolean };
    if (options.ifAvailable) return run((held.get(name) ?? 0) > 0 ? null : {});
    if (options.mode === 'shared') {
      held.set(name, (held.get(name) ?? 0) + 1);
      return run({}).finally(() => held.set(name, (held.get(name) ?? 1) - 1));
    }
    const own = last.then(() => run({}));
    last = own;
    return own;
  }
  return { request } as unknown as LockManager;
}

test('an owner looks at storage only once the writes of the one before have arrived', async () => {
  const clock = createFakeClock({ settle: settleTasks });
  const locks = createSessionLocks(createManager, clock);
  const ran: number[] = [];
  const done = locks.alone('refresh', async () => ran.push(clock.now()));
  await clock.settle();
  expect(ran).toEqual([]);
  await clock.advance(100);
  await done;
  expect(ran).toHaveLength(1);
});

test('a session is free once every tab has let go of it', async () => {
  const manager = createManager();
  const locks = createSessionLocks(() => manager, createFakeClock({ settle: settleTasks }));
  const [releaseA, releaseB] = [locks.hold('s'), locks.hold('s')];
  expect(await locks.isFree('s')).toBe(false);
  await releaseA();
  expect(await locks.isFree('s')).toBe(false);
  await releaseB();
  expect(await locks.isFree('s')).toBe(true);
});

test('without Web Locks everything still runs, and no session is thought to be free', async () => {
  const locks = createSessionLocks(() => undefined, createFakeClock({ settle: settleTasks }));
  expect(await locks.alone('refresh', async () => 'ran')).toBe('ran');
  await locks.hold('s')();
  expect(await locks.isFree('s')).toBe(false);
});
