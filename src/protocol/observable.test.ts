import { expect, test } from 'vitest';
import { createListeners, createObservable } from './observable.ts';

test('listeners hear of another value, once each, and not of the same', () => {
  const store = createObservable('a');
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push(`one ${store.get()}`));
  store.subscribe(() => heard.push(`two ${store.get()}`));
  store.set('a');
  expect(heard).toEqual([]);
  store.set('b');
  expect(heard).toEqual(['one b', 'two b']);
  stop();
  store.set('c');
  expect(heard.slice(2)).toEqual(['two c']);
});

test('a function that listens twice is called twice, until each of the two has ended', () => {
  const { subscribe, tell, count } = createListeners();
  const heard: string[] = [];
  const call = () => void heard.push('called');
  const endFirst = subscribe(call);
  const endSecond = subscribe(call);
  tell();
  expect([heard.length, count()]).toEqual([2, 2]);
  endFirst();
  endFirst();
  tell();
  expect([heard.length, count()]).toEqual([3, 1]);
  endSecond();
  expect(count()).toBe(0);
});

test('a listener may end itself, or another, while it is called', () => {
  const { subscribe, tell } = createListeners();
  const heard: string[] = [];
  const end = subscribe(() => {
    heard.push('once');
    end();
  });
  subscribe(() => heard.push('always'));
  tell();
  tell();
  expect(heard).toEqual(['once', 'always', 'always']);
});

test('listeners are called with what is told, in the order in which they came', () => {
  const { subscribe, tell } = createListeners<[who: string, what: string]>();
  const heard: string[] = [];
  subscribe((who, what) => heard.push(`first ${who} ${what}`));
  subscribe((who, what) => heard.push(`second ${who} ${what}`));
  tell('ann', 'left');
  expect(heard).toEqual(['first ann left', 'second ann left']);
});
