import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { createTabStore } from './tab-store.ts';

const schema = v.object({ text: v.string() });

test('reads what was kept, of each owner their own', () => {
  const storage = createFakeStorage();
  const store = createTabStore('draft.', schema, () => storage);
  store.keep({ text: 'a' }, 'ada');
  store.keep({ text: 'b' }, 'ben');
  expect(store.read('ada')).toEqual({ text: 'a' });
  expect(store.read('ben')).toEqual({ text: 'b' });
  expect(store.read('eve')).toBeUndefined();
  expect(store.owners().sort()).toEqual(['ada', 'ben']);
  store.drop('ada');
  expect(store.read('ada')).toBeUndefined();
  expect(store.read('ben')).toEqual({ text: 'b' });
});

test.each(['no JSON', '{}', '{"text":1}', 'null'])('what is no document counts as nothing: %s', (stored) => {
  const storage = createFakeStorage();
  storage.setItem('draft', stored);
  expect(createTabStore('draft', schema, () => storage).read()).toBeUndefined();
});

test('drops the documents of all owners, and nothing else', () => {
  const storage = createFakeStorage();
  const store = createTabStore('draft.', schema, () => storage);
  store.keep({ text: 'a' }, 'ada');
  store.keep({ text: 'b' }, 'ben');
  storage.setItem('other', 'stays');
  store.dropAll();
  expect([store.read('ada'), store.read('ben')]).toEqual([undefined, undefined]);
  expect(storage.getItem('other')).toBe('stays');
});

test('blocked storage keeps nothing, and fails nothing', () => {
  const store = createTabStore('draft', schema, () => {
    throw new DOMException('blocked', 'SecurityError');
  });
  store.keep({ text: 'a' });
  store.drop();
  store.dropAll();
  expect(store.read()).toBeUndefined();
});
