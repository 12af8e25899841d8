import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { PageStorage } from './page-storage.ts';
import { storedKeys, storedText, storedValue } from './stored-value.ts';

const schema = v.object({ text: v.string() });

function setUp(entries: Record<string, string> = {}) {
  const items = new Map(Object.entries(entries));
  const storage = (): PageStorage => ({
    length: items.size,
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  });
  return { items, storage };
}

test('a value is stored as JSON until it is removed', () => {
  const { items, storage } = setUp();
  const value = storedValue(storage, 'a', schema);
  expect(value.get()).toBeUndefined();
  expect(value.set({ text: 'x' })).toBe(true);
  expect(items.get('a')).toBe('{"text":"x"}');
  expect(value.get()).toEqual({ text: 'x' });
  expect(value.set(undefined)).toBe(true);
  expect(items.has('a')).toBe(false);
});

test.each(['', 'no JSON', 'null', '{"text":1}'])(
  'stored text that is not valid counts as absent: %s',
  (a) => {
    expect(storedValue(setUp({ a }).storage, 'a', schema).get()).toBeUndefined();
  },
);

test('an absent value is undefined even if the schema accepts null', () => {
  expect(storedValue(setUp().storage, 'a', v.nullable(v.string())).get()).toBeUndefined();
});

test('a text is stored as it is', () => {
  const { items, storage } = setUp();
  const text = storedText(storage, 'a');
  expect(text.get()).toBeUndefined();
  text.set('40');
  expect([text.get(), items.get('a')]).toEqual(['40', '40']);
  text.set('');
  expect(text.get()).toBe('');
  text.set(undefined);
  expect(items.has('a')).toBe(false);
});

test('the keys of a prefix', () => {
  const { storage } = setUp({ 'draft.ada': '1', other: '2', 'draft.': '3' });
  expect(storedKeys(storage, 'draft.')).toEqual(['draft.ada', 'draft.']);
});

test('a storage that fails holds no values and throws no errors', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const value = storedValue(blocked, 'a', schema);
  expect([value.set({ text: 'x' }), value.set(undefined), value.get()]).toEqual([false, false, undefined]);
  expect([storedText(blocked, 'a').get(), storedKeys(blocked, '')]).toEqual([undefined, []]);
});
