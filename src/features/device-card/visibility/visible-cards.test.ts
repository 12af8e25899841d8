import { expect, test } from 'vitest';
import { createVisibleCards } from './visible-cards.ts';

type Entry = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting' | 'intersectionRatio'>;

function fakeObserver() {
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
  return {
    Observer: Observer as unknown as typeof IntersectionObserver,
    observed,
    see: (target: Element, ratio: number) =>
      tell([{ target, isIntersecting: ratio > 0, intersectionRatio: ratio }]),
  };
}
const element = () => ({}) as Element;

test('a card is visible from half of it on', () => {
  const fake = fakeObserver();
  const seen: (readonly string[])[] = [];
  const cards = createVisibleCards((visible) => seen.push(visible), fake.Observer);
  const card = element();
  cards.observe(card, 'a');
  fake.see(card, 0.49);
  expect(seen).toEqual([]);
  fake.see(card, 0.5);
  fake.see(card, 0.9);
  fake.see(card, 0.2);
  expect(seen).toEqual([['a'], []]);
});

test('a card that goes away is no longer visible and no longer observed', () => {
  const fake = fakeObserver();
  const seen: (readonly string[])[] = [];
  const cards = createVisibleCards((visible) => seen.push(visible), fake.Observer);
  const card = element();
  const stop = cards.observe(card, 'a');
  fake.see(card, 1);
  stop();
  expect(seen).toEqual([['a'], []]);
  expect(fake.observed.size).toBe(0);
});
