import { expect, test } from 'vitest';
import { createSteadyNow } from './steady-clock.ts';

function setUp() {
  const times = { steady: 1_000_000, wall: 1_000_000 };
  const now = createSteadyNow(
    () => times.steady,
    () => times.wall,
  );
  const pass = (ms: number) => {
    times.steady += ms;
    times.wall += ms;
  };
  return { times, now, pass };
}

test('the time that the machine slept has passed', () => {
  const { times, now, pass } = setUp();
  pass(500);
  expect(now()).toBe(1_000_500);
  times.wall += 3_600_000;
  expect(now()).toBe(4_600_500);
  pass(500);
  expect(now()).toBe(4_601_000);
});

test('a clock that is set back changes nothing, nor one that is off by less than a second', () => {
  const { times, now, pass } = setUp();
  times.wall -= 3_600_000;
  pass(500);
  expect(now()).toBe(1_000_500);
  times.wall = times.steady + 900;
  expect(now()).toBe(1_000_500);
});
