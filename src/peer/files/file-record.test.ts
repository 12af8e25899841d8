import { describe, expect, test } from 'vitest';
import { fakeTarget } from './fakes/fake-file-world.ts';
import {
  canResume,
  canRetry,
  type FileRecord,
  type FileState,
  interrupted,
  isRunning,
  progressOf,
} from './file-record.ts';
import { createTransferRate } from './transfer-rate.ts';
import { transferTotals } from './transfer-totals.ts';

const record = (state: FileState, size = 200): FileRecord => ({
  id: 'r',
  direction: 'send',
  target: fakeTarget('a'),
  batchId: 'b',
  fileName: 'f',
  size,
  state,
});

describe('a file', () => {
  test.each<[FileState, number]>([
    [{ name: 'waiting', bytes: 0 }, 0],
    [{ name: 'requested', bytes: 0 }, 0],
    [{ name: 'progress', bytes: 1 }, 0],
    [{ name: 'progress', bytes: 100 }, 50],
    // Acknowledged, and not yet checked as a whole.
    [{ name: 'progress', bytes: 200 }, 99],
    [{ name: 'finished' }, 100],
    [{ name: 'cancelled' }, 0],
  ])('%j is at %i %', (state, percent) => {
    expect(progressOf(record(state))).toBe(percent);
  });

  test('an empty one is at 0 or loaded', () => {
    expect(progressOf(record({ name: 'progress', bytes: 0 }, 0))).toBe(0);
    expect(progressOf(record({ name: 'finished' }, 0))).toBe(100);
  });

  test('runs until it is settled', () => {
    expect(isRunning(record({ name: 'waiting', bytes: 0 }))).toBe(true);
    expect(isRunning(record({ name: 'failed', problem: 'no-answer', bytes: 0 }))).toBe(false);
    expect(isRunning(record({ name: 'resumable', bytes: 1 }))).toBe(false);
  });

  test('is tried again unless its device is gone', () => {
    expect(canRetry(record({ name: 'failed', problem: 'no-answer', bytes: 0 }))).toBe(true);
    expect(canRetry(record({ name: 'failed', problem: 'disconnected', bytes: 0 }))).toBe(false);
    expect(canRetry(record({ name: 'cancelled' }))).toBe(false);
    expect(canResume(record({ name: 'resumable', bytes: 1, problem: 'disconnected' }))).toBe(true);
  });

  test('that was interrupted can go on where there is a part of it, and what stopped it may pass', () => {
    expect(interrupted(5, 'no-answer').name).toBe('resumable');
    expect(interrupted(5, 'broken').name).toBe('resumable');
    expect(interrupted(0, 'no-answer')).toEqual({ name: 'failed', problem: 'no-answer', bytes: 0 });
    expect(interrupted(5, 'changed')).toEqual({ name: 'failed', problem: 'changed', bytes: 0 });
  });
});

test('the total leaves out what will not arrive', () => {
  const list = [
    record({ name: 'finished' }),
    record({ name: 'progress', bytes: 50 }),
    record({ name: 'failed', problem: 'disconnected', bytes: 20 }),
    record({ name: 'cancelled' }),
  ];
  expect(transferTotals(list, 'send', 50)).toEqual({
    isRunning: true,
    fileCount: 4,
    finishedCount: 1,
    failedCount: 1,
    cancelledCount: 1,
    doneBytes: 250,
    totalBytes: 400,
    bytesPerSecond: 50,
    secondsLeft: 3,
  });
  expect(transferTotals(list, 'collect', 50)).toMatchObject({
    isRunning: false,
    fileCount: 0,
    secondsLeft: undefined,
  });
});

describe('speed', () => {
  test('is that of the last five seconds', () => {
    let now = 0;
    const rate = createTransferRate(() => now);
    rate.note(100);
    expect(rate.bytesPerSecond()).toBeUndefined();
    now = 1_000;
    rate.note(100);
    expect(rate.bytesPerSecond()).toBe(100);
    now = 10_000;
    rate.note(50);
    expect(rate.bytesPerSecond()).toBe(10);
    rate.reset();
    expect(rate.bytesPerSecond()).toBeUndefined();
  });
});
