import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNearCards, farIds } from './near-cards.ts';
import type { PatientChanges } from './patient-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(patient?: PatientChanges) {
  const cards = createNearCards(patient);
  const listeners = new Set<() => void>();
  const subscribe = (call: () => void) => {
    listeners.add(call);
    return () => void listeners.delete(call);
  };
  let calls = 0;
  const stopFollowing = cards.follow('a', subscribe, () => {
    calls += 1;
  });
  return {
    listeners,
    stopFollowing,
    calls: () => calls,
    change: () => {
      for (const call of listeners) call();
    },
    hold: cards.hold,
    setFar: (...far: string[]) => cards.setFar(new Set(far)),
  };
}

test('a card follows its device until it is known to be far away', () => {
  const { change, calls, setFar } = setUp();
  change();
  setFar('b');
  change();
  expect(calls()).toBe(2);
  setFar('a', 'b');
  change();
  expect(calls()).toBe(2);
});

test('a card that comes near catches up once, whatever has changed meanwhile', () => {
  const { change, calls, setFar } = setUp();
  setFar('a');
  change();
  change();
  setFar('b');
  expect(calls()).toBe(1);
  setFar('a');
  setFar();
  expect(calls()).toBe(1);
});

test('while the page scrolls a card that changes is told every half second, and at the end', () => {
  const { change, calls, hold } = setUp();
  hold(true);
  change();
  change();
  vi.advanceTimersByTime(499);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
  change();
  hold(false);
  expect(calls()).toBe(2);
  change();
  expect(calls()).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('a card that is far away is not told while the page scrolls either', () => {
  const { change, calls, hold, setFar } = setUp();
  hold(true);
  setFar('a');
  change();
  vi.advanceTimersByTime(500);
  hold(false);
  expect(calls()).toBe(0);
  setFar();
  expect(calls()).toBe(1);
});

test('nothing is left of a card that went away', () => {
  const { change, calls, setFar, stopFollowing, listeners } = setUp();
  setFar('a');
  change();
  stopFollowing();
  setFar();
  expect(calls()).toBe(0);
  expect(listeners.size).toBe(0);
});

test('near are the cards in view, those between them, and one and a half times as many on either side', () => {
  const ids = [...'abcdefghijklmnop'];
  expect([...(farIds(ids, ['h', 'g']) ?? [])].join('')).toBe('abclmnop');
  expect([...(farIds(ids, ['a', 'c']) ?? [])].join('')).toBe('ijklmnop');
  expect([...(farIds(ids, ['p']) ?? [])].join('')).toBe('abcdefghijklm');
});

test('a card that comes later is near until it is told otherwise', () => {
  const { change, calls, setFar } = setUp();
  setFar(...(farIds([...'bcdefgh'], ['b']) ?? []));
  change();
  expect(calls()).toBe(1);
});

test('where no card is in view, it is not known which are far', () => {
  expect(farIds(['a'], [])).toBeUndefined();
  expect(farIds(['a'], ['gone'])).toBeUndefined();
});

test('what can wait is told once a second, with all that came meanwhile', () => {
  let canWait = true;
  const shown: number[] = [];
  const { change, calls, stopFollowing } = setUp({
    canWait: () => canWait,
    shown: () => void shown.push(Date.now()),
    left() {},
  });
  const from = Date.now();
  change();
  vi.advanceTimersByTime(400);
  change();
  vi.advanceTimersByTime(599);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
  change();
  canWait = false;
  change();
  expect(calls()).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(calls()).toBe(2);
  expect(shown.map((at) => at - from)).toEqual([0, 1_000, 1_000]);
  canWait = true;
  change();
  stopFollowing();
  expect(vi.getTimerCount()).toBe(0);
});

test('what waited is told by the steps of a page that scrolls, and not in between', () => {
  const { change, calls, hold } = setUp({ canWait: () => true, shown: () => {}, left: () => {} });
  change();
  vi.advanceTimersByTime(800);
  hold(true);
  vi.advanceTimersByTime(499);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
  hold(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('who asks which cards are near is told when that changes, and while the page scrolls in steps', () => {
  const cards = createNearCards();
  const near: boolean[] = [];
  const stop = cards.onNearChange(() => near.push(cards.isNear('a')));
  expect(cards.isNear('a')).toBe(true);
  cards.setFar(new Set(['a']));
  cards.hold(true);
  cards.setFar(new Set());
  expect(near).toEqual([false]);
  vi.advanceTimersByTime(500);
  expect(near).toEqual([false, true]);
  cards.hold(false);
  stop();
  cards.setFar(new Set(['a']));
  expect(near.slice(-1)).toEqual([true]);
});
