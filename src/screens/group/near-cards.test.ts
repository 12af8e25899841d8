import { expect, test } from 'vitest';
import { createNearCards } from './near-cards.ts';

type Entry = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;

function setUp() {
  let tell: (entries: Entry[]) => void = () => {};
  const observed = new Set<Element>();
  class Observer {
    constructor(callback: (entries: Entry[]) => void) {
      tell = callback;
    }
    observe = (element: Element) => void observed.add(element);
    unobserve = (element: Element) => void observed.delete(element);
    disconnect = () => observed.clear();
  }
  const cards = createNearCards(Observer as unknown as typeof IntersectionObserver);
  const card = {} as Element;
  const listeners = new Set<() => void>();
  const subscribe = (call: () => void) => {
    listeners.add(call);
    return () => void listeners.delete(call);
  };
  let calls = 0;
  const stopObserving = cards.observe(card, 'a');
  const stopFollowing = cards.follow('a', subscribe, () => {
    calls += 1;
  });
  return {
    cards,
    observed,
    listeners,
    stopObserving,
    stopFollowing,
    calls: () => calls,
    change: () => {
      for (const call of listeners) call();
    },
    move: (isIntersecting: boolean) => tell([{ target: card, isIntersecting }]),
  };
}

test('a card follows its device until it is known to be far away', () => {
  const { change, calls, move } = setUp();
  change();
  move(true);
  change();
  expect(calls()).toBe(2);
  move(false);
  change();
  expect(calls()).toBe(2);
});

test('a card that comes near catches up once, whatever has changed meanwhile', () => {
  const { change, calls, move } = setUp();
  move(false);
  change();
  change();
  move(true);
  expect(calls()).toBe(1);
  move(false);
  move(true);
  expect(calls()).toBe(1);
});

test('nothing is left of a card that went away', () => {
  const { change, calls, move, stopFollowing, stopObserving, listeners, observed } = setUp();
  move(false);
  change();
  stopFollowing();
  move(true);
  expect(calls()).toBe(0);
  expect(listeners.size).toBe(0);
  stopObserving();
  expect(observed.size).toBe(0);
});
