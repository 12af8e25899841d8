import { expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createIdleResource } from './idle-resource.ts';

function setUp() {
  const clock = createFakeClock();
  const state = { isIdle: true, started: 0, ended: 0, fail: () => {} };
  const door = createIdleResource({
    start(onFailed) {
      state.started += 1;
      state.fail = onFailed;
      return {
        face: state.started,
        end: () => {
          state.ended += 1;
        },
      };
    },
    isIdle: async () => state.isIdle,
    clock,
    idleMs: 1_000,
  });
  const pass = async (ms: number) => {
    clock.jump(ms);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, state, door, pass };
}

it('starts when it is first used, and ends when nothing has used it for a while', async () => {
  const { clock, state, door, pass } = setUp();
  expect(state.started).toBe(0);
  expect([door.use(), door.use()]).toEqual([1, 1]);
  await pass(1_000);
  expect(state).toMatchObject({ started: 1, ended: 1 });
  expect(clock.pending()).toBe(0);
  expect(door.use()).toBe(2);
  door.end();
  expect(clock.pending()).toBe(0);
});

it('does not end while something runs in it, or shortly after a use', async () => {
  const { state, door, pass } = setUp();
  door.use();
  state.isIdle = false;
  await pass(5_000);
  expect(door.isOpen()).toBe(true);
  state.isIdle = true;
  await pass(900);
  door.use();
  await pass(100);
  expect(door.isOpen()).toBe(true);
  await pass(1_000);
  expect(door.isOpen()).toBe(false);
});

it('starts anew after a failure', () => {
  const { state, door } = setUp();
  door.use();
  state.fail();
  expect(door.isOpen()).toBe(false);
  expect(door.use()).toBe(2);
  door.end();
});
