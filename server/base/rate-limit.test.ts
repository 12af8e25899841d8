import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const start = () => {
  let time = 1_000;
  const limit = createRateLimit({ perMinute: 60, now: () => time });
  return {
    take: (key = 'a') => limit.take(key),
    pass(ms: number) {
      time += ms;
    },
    /** How many more it allows now. */
    left(key = 'a') {
      let count = 0;
      while (limit.take(key)) count += 1;
      return count;
    },
  };
};

it('allows a minute’s worth at once, and then one as often as it comes to', () => {
  const limit = start();
  expect(limit.left()).toBe(60);
  limit.pass(999);
  expect(limit.left()).toBe(0);
  limit.pass(2);
  expect(limit.left()).toBe(1);
  limit.pass(600_000);
  expect(limit.left()).toBe(60);
});

it('counts each key by itself', () => {
  const limit = start();
  expect(limit.left('a')).toBe(60);
  expect(limit.left('b')).toBe(60);
});

it('gives nothing for a clock that was set back', () => {
  const limit = start();
  expect(limit.left()).toBe(60);
  limit.pass(-10_000);
  expect(limit.left()).toBe(0);
});

it('does not forget who is over the limit when many others come', () => {
  const limit = start();
  expect(limit.left()).toBe(60);
  for (let i = 0; i < 5_000; i += 1) limit.take(`other ${i}`);
  expect(limit.left()).toBe(0);
});

it('takes amounts, and a burst of another size than a minute’s worth', () => {
  let time = 1_000;
  const limit = createRateLimit({ perMinute: 60, burst: 10, now: () => time });
  expect(limit.take('a', 11)).toBe(false);
  expect(limit.take('a', 10)).toBe(true);
  time += 5_000;
  expect(limit.take('a', 6)).toBe(false);
  expect(limit.take('a', 5)).toBe(true);
});
