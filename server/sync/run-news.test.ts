import { expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import { createRunNews } from './run-news.ts';

const JOB = { tenant: 'demo', jobId: 'people' } as JobSettings;
const HALF_MINUTE_MS = 30_000;

function setUp() {
  const clock = createFakeClock();
  const told: number[] = [];
  const began = clock.now();
  const news = createRunNews({ clock, announce: () => void told.push((clock.now() - began) / 1_000) });
  const write = () => {
    news.note(JOB);
    news.committed();
  };
  return { clock, news, told, write };
}

it('a short run tells once, when it ends', async () => {
  const { clock, news, told, write } = setUp();
  write();
  await clock.advance(10_000);
  write();
  expect(told).toEqual([]);
  news.end();
  expect(told).toEqual([10]);
  expect(clock.pending()).toBe(0);
});

it('a long run tells every half minute of what it writes, and at its end of what is left', async () => {
  const { clock, news, told, write } = setUp();
  for (let minute = 0; minute < 3; minute += 0.25) {
    write();
    await clock.advance(15_000);
  }
  expect(told).toEqual([30, 60, 90, 120, 150, 180]);
  write();
  news.end();
  expect(told).toEqual([30, 60, 90, 120, 150, 180, 180]);
});

it('what was written is told of also while the run waits for a directory', async () => {
  const { clock, told, write } = setUp();
  write();
  await clock.advance(10 * 60_000);
  expect(told).toEqual([30]);
  // Who has been told of nothing for so long is told at once.
  write();
  expect(told).toEqual([30, 600]);
});

it('a run that writes nothing tells nobody', async () => {
  const { clock, news, told } = setUp();
  news.committed();
  await clock.advance(HALF_MINUTE_MS);
  news.committed();
  news.end();
  expect(told).toEqual([]);
});

it('nothing is told of before it is committed', async () => {
  const { clock, news, told, write } = setUp();
  await clock.advance(HALF_MINUTE_MS);
  news.note(JOB);
  await clock.advance(HALF_MINUTE_MS);
  expect(told).toEqual([]);
  news.committed();
  expect(told).toEqual([60]);
  write();
  news.note(JOB);
  await clock.advance(HALF_MINUTE_MS);
  // Only the first of the two was committed, and the other is told of when it is.
  expect(told).toEqual([60, 90]);
  news.committed();
  await clock.advance(HALF_MINUTE_MS);
  expect(told).toEqual([60, 90, 120]);
});

it('what may have been committed when the database failed is told of at the end', () => {
  const { news, told } = setUp();
  news.note(JOB);
  news.end();
  expect(told).toEqual([0]);
});

it('a clock that was set back by an hour holds nothing up', async () => {
  const clock = createFakeClock();
  let behindMs = 0;
  const told: JobSettings[] = [];
  const news = createRunNews({
    clock: { now: () => clock.now() - behindMs, after: clock.after },
    announce: (job) => void told.push(job),
  });
  behindMs = 3_600_000;
  news.note(JOB);
  news.committed();
  expect(told).toEqual([JOB]);
});
