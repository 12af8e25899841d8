import { beforeEach, expect, it } from 'vitest';
import { createPace, type Pace } from './pace.ts';

let nowMs: number;
let pace: Pace;
beforeEach(() => {
  nowMs = 5_000;
  pace = createPace(() => nowMs);
});

/** Writes as many as may be written, in so many milliseconds for each of them. */
const write = (rowMs: number) =>
  pace.time(pace.rows(), async () => {
    nowMs += rowMs * pace.rows();
  });

it('writes more where the database is quick, and less where it is slow, but never a few only', async () => {
  const first = pace.rows();
  await write(0.01);
  expect(pace.rows()).toBeGreaterThan(first);
  for (let times = 0; times < 50; times += 1) await write(0.05);
  expect(pace.rows()).toBe(240);
  for (let times = 0; times < 50; times += 1) await write(0.2);
  expect(pace.rows()).toBe(60);
  for (let times = 0; times < 50; times += 1) await write(50);
  expect(pace.rows()).toBe(25);
  for (let times = 0; times < 50; times += 1) await write(0);
  expect(pace.rows()).toBe(500);
});

it('learns little from one slow time, and nothing from the time of a few rows', async () => {
  await write(1_000);
  expect(pace.rows()).toBe(25);
  await write(0.1);
  const before = pace.rows();
  await pace.time(3, async () => {
    nowMs += 60_000;
  });
  expect(pace.rows()).toBe(before);
  expect(await pace.time(30, async () => 'what was done')).toBe('what was done');
});
