// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSession } from '../../forget-session.ts';
import { createWakeLog, wakeLog } from './wake-log.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const MINUTE = 60_000;
const storage = () => localStorage;
const kept = () => [...createWakeLog(storage, () => NOW).get()];

beforeEach(() => localStorage.clear());

test('who was woken is known after a reload of the page', () => {
  const log = createWakeLog(storage, () => NOW);
  const told = vi.fn();
  log.subscribe(told);
  log.note(['d1', 'd2'], NOW - MINUTE);
  log.note(['d2'], NOW);
  expect(told).toHaveBeenCalledTimes(2);
  expect(kept()).toEqual([
    ['d1', NOW - MINUTE],
    ['d2', NOW],
  ]);
});

test('after thirty minutes it is dropped, on this page and on the next', () => {
  const log = createWakeLog(storage, () => NOW);
  log.note(['d1'], NOW - 30 * MINUTE - 1);
  log.note(['d2'], NOW - 30 * MINUTE);
  expect(kept()).toEqual([['d2', NOW - 30 * MINUTE]]);
  log.note(['d3'], NOW);
  expect([...log.get().keys()]).toEqual(['d2', 'd3']);
});

test.each(['nonsense', '[1]', 'null', `{"d1":"${NOW}"}`, `{"d1":${NOW + MINUTE}}`])(
  'a stored %s is no wake at all',
  (text) => {
    localStorage.setItem('lectern-woken', text);
    expect(kept()).toEqual([]);
  },
);

test('where storage is blocked a wake holds for this page', () => {
  const log = createWakeLog(
    () => {
      throw new Error('blocked');
    },
    () => NOW,
  );
  log.note(['d1'], NOW);
  expect([...log.get()]).toEqual([['d1', NOW]]);
  log.forget();
  expect(log.get().size).toBe(0);
});

test('the end of a session forgets them, and leaves nothing behind', async () => {
  wakeLog.note(['d1'], Date.now());
  // There is no database here.
  await forgetSession().catch(() => {});
  expect(wakeLog.get().size).toBe(0);
  expect(localStorage.getItem('lectern-woken')).toBeNull();
});

test('the other tabs know it too, and add theirs to it', () => {
  const [one, other] = [createWakeLog(storage, () => NOW), createWakeLog(storage, () => NOW)];
  const told = vi.fn();
  const stop = other.subscribe(told);
  one.note(['d1'], NOW);
  dispatchEvent(new StorageEvent('storage', { key: 'lectern-woken' }));
  expect(told).toHaveBeenCalledOnce();
  expect([...other.get().keys()]).toEqual(['d1']);
  other.note(['d2'], NOW);
  expect(kept().map(([id]) => id)).toEqual(['d1', 'd2']);
  // One of them signs out.
  one.forget();
  dispatchEvent(new StorageEvent('storage', { key: 'lectern-woken' }));
  expect(other.get().size).toBe(0);
  stop();
  one.note(['d3'], NOW);
  dispatchEvent(new StorageEvent('storage', { key: 'lectern-woken' }));
  expect(told).toHaveBeenCalledTimes(3);
});

test('a tab that nobody looked at meanwhile adds to what others noted', () => {
  const [one, other] = [createWakeLog(storage, () => NOW), createWakeLog(storage, () => NOW)];
  one.note(['d1'], NOW);
  other.note(['d2'], NOW);
  expect(kept().map(([id]) => id)).toEqual(['d1', 'd2']);
});

test('no more than two thousand are kept, the newest', () => {
  const log = createWakeLog(storage, () => NOW);
  log.note(['oldest'], NOW - MINUTE);
  log.note(
    Array.from({ length: 2_000 }, (_, at) => `d${at}`),
    NOW,
  );
  expect([log.get().size, log.get().has('oldest')]).toEqual([2_000, false]);
});
