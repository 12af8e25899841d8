import { expect, test } from 'vitest';
import { createNearCards, nearIds } from './near-cards.ts';

function setUp() {
  const cards = createNearCards();
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
    show: (...near: string[]) => cards.show(new Set(near)),
  };
}

test('a card follows its device until it is known to be far away', () => {
  const { change, calls, show } = setUp();
  change();
  show('a', 'b');
  change();
  expect(calls()).toBe(2);
  show('b');
  change();
  expect(calls()).toBe(2);
});

test('a card that comes near catches up once, whatever has changed meanwhile', () => {
  const { change, calls, show } = setUp();
  show('b');
  change();
  change();
  show('a');
  expect(calls()).toBe(1);
  show('b');
  show('a');
  expect(calls()).toBe(1);
});

test('nothing is left of a card that went away', () => {
  const { change, calls, show, stopFollowing, listeners } = setUp();
  show('b');
  change();
  stopFollowing();
  show('a');
  expect(calls()).toBe(0);
  expect(listeners.size).toBe(0);
});

test('near are the cards in view, those between them, and one and a half times as many on either side', () => {
  const ids = [...'abcdefghijklmnop'];
  expect([...(nearIds(ids, ['h', 'g']) ?? [])].join('')).toBe('defghijk');
  expect([...(nearIds(ids, ['a', 'c']) ?? [])].join('')).toBe('abcdefgh');
  expect([...(nearIds(ids, ['p']) ?? [])].join('')).toBe('nop');
});

test('where no card is in view, it is not known which are near', () => {
  expect(nearIds(['a'], [])).toBeUndefined();
  expect(nearIds(['a'], ['gone'])).toBeUndefined();
});
