import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { type ClockOrder, createHiddenClock } from './hidden-clock.ts';

function setUp() {
  const page = createFakeClock();
  const set: ClockOrder[] = [];
  const events: { ring(id: number): void; failed(): void }[] = [];
  let running = 0;
  const clock = createHiddenClock({
    page,
    start(given) {
      events.push(given);
      running++;
      return { set: (order) => set.push(order), end: () => running-- };
    },
  });
  const rung: string[] = [];
  return {
    page,
    clock,
    set,
    rung,
    after: (delayMs: number, name: string) => clock.after(delayMs, () => rung.push(name)),
    worker: () => events.at(-1) as (typeof events)[number],
    running: () => running,
    started: () => events.length,
  };
}

test('a worker tells the time, for all that wait, and no timer of the page does', () => {
  const { page, set, rung, after, worker, started } = setUp();
  after(10_000, 'first');
  after(500, 'second');
  expect(set).toEqual([
    { id: 1, delayMs: 10_000 },
    { id: 2, delayMs: 500 },
  ]);
  expect([started(), page.pending()]).toEqual([1, 0]);
  page.jump(60_000);
  expect(rung).toEqual([]);
  worker().ring(2);
  expect(rung).toEqual(['second']);
});

test('the worker is ended when nothing waits any more, and not by whoever waits again at once', () => {
  const { clock, rung, after, worker, running, started } = setUp();
  clock.after(100, () => void after(100, 'again'));
  worker().ring(1);
  expect([running(), started()]).toEqual([1, 1]);
  worker().ring(2);
  expect([running(), rung]).toEqual([0, ['again']]);
  after(100, 'later');
  expect([running(), started()]).toEqual([1, 2]);
});

test('what was cancelled does not run, and the last one takes the worker along', () => {
  const { set, rung, after, worker, running } = setUp();
  const cancel = [after(100, 'one'), after(100, 'two')];
  cancel[0]?.();
  expect(set.at(-1)).toEqual({ id: 1 });
  expect(running()).toBe(1);
  // It was on its way.
  worker().ring(1);
  cancel[1]?.();
  cancel[1]?.();
  expect([rung, running()]).toEqual([[], 0]);
});

test('where there is no worker the page’s timers do, also for what waits already', () => {
  const { page, rung, after, worker, running, started } = setUp();
  after(1_000, 'before');
  page.jump(400);
  worker().failed();
  const cancel = after(100, 'cancelled');
  after(700, 'after');
  cancel();
  page.jump(599);
  expect([rung, running()]).toEqual([[], 0]);
  page.jump(1);
  expect(rung).toEqual(['before']);
  page.jump(100);
  expect(rung).toEqual(['before', 'after']);
  expect(started()).toBe(1);
});

test('after its end nothing runs, and no worker is left', () => {
  const { clock, rung, after, worker, running } = setUp();
  after(100, 'one');
  clock.end();
  worker().ring(1);
  after(100, 'two');
  expect([rung, running()]).toEqual([[], 0]);
});
