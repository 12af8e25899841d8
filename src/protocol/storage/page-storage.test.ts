import { expect, test } from 'vitest';
import { ensureStorage, type PageStorage } from './page-storage.ts';

/** As a browser's, with room for that many characters. */
function storageWith(room: number, entries: Record<string, string> = {}): PageStorage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, value) {
      const others = [...kept].filter(([each]) => each !== name);
      if (others.reduce((sum, [, text]) => sum + text.length, value.length) > room)
        throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}
const blocked = {
  get localStorage(): PageStorage {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  },
};

test('a storage that the browser gives is used as it is, without a trace', () => {
  const localStorage = storageWith(100_000);
  const page = { localStorage };
  expect(ensureStorage(page, 'localStorage')).toBe('stored');
  expect(page.localStorage).toBe(localStorage);
  expect(localStorage.length).toBe(0);
});

test.each([
  ['blocked', Object.create(blocked, {})],
  ['turned off', { localStorage: null }],
  ['missing', {}],
])('where it is %s, the page has one that lasts as long as the page', (_, page) => {
  expect(ensureStorage(page, 'localStorage')).toBe('blocked');
  const { localStorage } = page as { localStorage: PageStorage };
  localStorage.setItem('a', '1');
  localStorage.setItem('b', '2');
  localStorage.removeItem('a');
  expect([localStorage.length, localStorage.key(0), localStorage.getItem('b')]).toEqual([1, 'b', '2']);
  localStorage.clear();
  expect(localStorage.getItem('b')).toBeNull();
});

test('a full one is read, and what it does not take lasts as long as the page', () => {
  const own = storageWith(1_000, { old: 'x'.repeat(990) });
  const page = { localStorage: own };
  expect(ensureStorage(page, 'localStorage')).toBe('full');
  page.localStorage.setItem('small', 'y');
  page.localStorage.setItem('large', 'z'.repeat(50));
  expect(page.localStorage.getItem('old')).toHaveLength(990);
  expect([own.getItem('small'), own.getItem('large')]).toEqual(['y', null]);
  expect(page.localStorage.getItem('large')).toHaveLength(50);
  expect(page.localStorage.length).toBe(3);
  page.localStorage.removeItem('old');
  page.localStorage.setItem('large', 'z');
  expect([own.getItem('old'), own.getItem('large')]).toEqual([null, 'z']);
});
