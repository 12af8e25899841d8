import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { CoursePage } from '#rest/integrations.ts';
import { type ReadCourses, readCourses } from './course-reading.ts';

const page = (names: readonly string[], next?: string): CoursePage => ({
  courses: names.map((name) => ({ id: name, name, kind: 'course' })),
  next,
});
const throttled = (retryAfter: number) =>
  new AppError('server', 'too much', { detail: { status: 429, retryAfter } });

let reading: ReadCourses | undefined;
afterEach(() => reading?.stop());

function start(...answers: (CoursePage | AppError)[]) {
  const clock = createFakeClock();
  const read = vi.fn(async (_after: string | undefined, _signal: AbortSignal) => {
    const answer = answers.shift();
    if (answer === undefined) throw new Error('asked once too often');
    if (answer instanceof AppError) throw answer;
    return answer;
  });
  reading = readCourses(read, clock);
  const names = () => reading?.get().courses.map(({ name }) => name);
  return { clock, read, names, state: () => reading?.get().state };
}

test('reads all pages, each from where the one before ended', async () => {
  const { clock, read, names, state } = start(page(['A', 'B'], 'second'), page(['C']));
  await clock.settle();
  expect(names()).toEqual(['A', 'B', 'C']);
  expect(state()).toEqual({ name: 'done' });
  expect(read.mock.calls.map(([after]) => after)).toEqual([undefined, 'second']);
});

test('waits as long as the directory asks, shows what there is, and goes on by itself', async () => {
  const { clock, read, names, state } = start(page(['A'], 'second'), throttled(7), page(['B']));
  await clock.settle();
  expect(names()).toEqual(['A']);
  expect(state()).toEqual({ name: 'waiting', untilMs: clock.now() + 7_000 });
  await clock.advance(6_999);
  expect(read).toHaveBeenCalledTimes(2);
  await clock.advance(1);
  expect(names()).toEqual(['A', 'B']);
  expect(state()).toEqual({ name: 'done' });
});

test('keeps what it has where a page fails, and goes on from there', async () => {
  const expired = new AppError('conflict', 'consent', { detail: { status: 409 } });
  const { clock, names, state } = start(page(['A'], 'second'), expired, page(['B']));
  await clock.settle();
  expect(state()).toEqual({ name: 'failed', error: expired });
  reading?.retry();
  await clock.settle();
  expect(names()).toEqual(['A', 'B']);
});

test('asks nothing more once it has ended', async () => {
  const { clock, read } = start(throttled(5), page(['A']));
  await clock.settle();
  reading?.stop();
  expect(clock.pending()).toBe(0);
  expect(read.mock.calls[0]?.[1].aborted).toBe(true);
});
