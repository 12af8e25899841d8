import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DebugReport } from '#protocol/debug-report.ts';
import { createDebugWatch } from './debug-watch.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const report: DebugReport = { groupDemands: [], clients: [], dropped: { malformed: 1 }, droppedOf: {} };

test('reports come at once and every second, one at a time, until the stop', async () => {
  const { worker, take, answers } = createFakeLiveWorker();
  const debugWatch = createDebugWatch({ ask: async (call) => call(worker, 'tab') });
  let answer: () => void = () => {};
  answers.debug = () =>
    new Promise((resolve) => {
      answer = () => resolve(report);
    });
  const seen: DebugReport[] = [];
  const stop = debugWatch.watch({ groupId: 'g1' }, (next) => seen.push(next));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(take()).toEqual(['debug tab {"groupId":"g1"}']);
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([report]);
  expect(take()).toEqual(['debug tab {"groupId":"g1"}']);
  stop();
  answer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen).toHaveLength(1);
  expect(take()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('of some clients alone, those are asked for that are there by then', async () => {
  const { worker, take, answers } = createFakeLiveWorker();
  const debugWatch = createDebugWatch({ ask: async (call) => call(worker, 'tab') });
  answers.debug = async () => report;
  const clientIds = ['c1'];
  const stop = debugWatch.watch(
    { groupId: 'g1' },
    () => {},
    () => clientIds,
  );
  clientIds.push('c2');
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect(take()).toEqual(['debug tab {"groupId":"g1"} ["c1","c2"]']);
});

test('without a worker it goes on asking', async () => {
  const { worker, answers } = createFakeLiveWorker();
  let isAttached = false;
  const debugWatch = createDebugWatch({
    ask: async (call) => (isAttached ? call(worker, 'tab') : undefined),
  });
  answers.debug = async () => report;
  const seen: DebugReport[] = [];
  const stop = debugWatch.watch({ groupId: 'g1' }, (next) => seen.push(next));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(seen).toEqual([]);
  isAttached = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual([report]);
  stop();
});

test('a clearing is passed on', async () => {
  const { worker, take } = createFakeLiveWorker();
  await createDebugWatch({ ask: async (call) => call(worker, 'tab') }).clear({ groupId: 'g1' });
  expect(take()).toEqual(['clearDebug tab {"groupId":"g1"}']);
});
