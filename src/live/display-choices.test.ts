import { expect, test } from 'vitest';
import { createDisplayChoices } from './display-choices.ts';

function memoryStorage(initial: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(initial));
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (i) => [...items.keys()][i] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('a chosen display is kept for the next visit', () => {
  const storage = memoryStorage();
  createDisplayChoices(() => storage).choose('device', 'second');
  expect(createDisplayChoices(() => storage).choices).toEqual({ device: 'second' });
});

test('choosing the primary display forgets the device', () => {
  const storage = memoryStorage({ clientDisplayMap: '{"device":"second"}' });
  const display = createDisplayChoices(() => storage);
  display.choose('device', undefined);
  expect(storage.getItem('clientDisplayMap')).toBe('{}');
});

test.each(['nonsense', '[1]', '{"a":5}', 'null'])('a stored %s is no choice at all', (stored) => {
  const storage = memoryStorage({ clientDisplayMap: stored });
  expect(createDisplayChoices(() => storage).choices).toEqual({});
});
