import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

test('timers run in the order in which they fall due, each at its time', async () => {
  const clock = createFakeClock({ startMs: 1_000 });
  const rung: [string, number][] = [];
  const ring = (name: string) => () => rung.push([name, clock.now()]);
  clock.after(300, ring('late'));
  clock.after(100, ring('early'));
  clock.after(-5, ring('overdue'));
  const end = clock.every(150, ring('again'));
  await clock.advance(300);
  expect(rung).toEqual([
    ['overdue', 1_000],
    ['early', 1_100],
    ['again', 1_150],
    ['late', 1_300],
    ['again', 1_300],
  ]);
  expect([clock.now(), clock.pending()]).toEqual([1_300, 1]);
  end();
  expect(clock.pending()).toBe(0);
});

test('promises settle between two timers when time advances, and do not when it jumps', async () => {
  const clock = createFakeClock();
  const seen: string[] = [];
  const set = () => {
    clock.after(1, () => void Promise.resolve().then(() => seen.push('settled')));
    clock.after(2, () => seen.push('next'));
  };
  set();
  await clock.advance(2);
  expect(seen.splice(0)).toEqual(['settled', 'next']);
  set();
  clock.jump(2);
  expect(seen).toEqual(['next']);
});
